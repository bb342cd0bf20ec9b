import { Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { CompanyRow, SchemaField } from '@quarry/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { isEmptyValue } from '../../ui/cells/cell-text.ts';
import { FullValue } from '../../ui/cells/FullValue.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { HintArea } from '../../ui/table/HintArea.tsx';
import { fieldHint, groupByBlock, isHiddenByDefault, readableValue, visibleFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { WhyThisScore } from '../scoring/WhyThisScore.tsx';
import classes from './company-panel.module.css';
import { leadColumns } from './lead-columns.ts';

/** A company's key facts, then every other data point with a value, grouped by data block. */
export function CompanyOverview(props: {
  row: CompanyRow | undefined;
  schema: readonly SchemaField[];
  tagNames: TagNames;
}) {
  const { row, schema, tagNames } = props;
  const [search, setSearch] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const searchText = search.trim().toLowerCase();
  // A placeholder for each of hundreds of data points would hold up the panel.
  if (row === undefined) return <LoadingState label="Loading the company" height={320} />;
  const isEmpty = (field: SchemaField) => isEmptyValue(readableValue(row, field, tagNames));
  const fields = visibleFields(schema);
  const lead = leadColumns(schema, null);
  const isWhole = showsAll || searchText !== '';
  // Scores need room for their reasons.
  const isFact = (field: SchemaField) => lead.includes(field.fieldName) && field.fieldSource !== 'SCORE';
  const facts = isWhole ? [] : fields.filter((field) => isFact(field) && !isEmpty(field));
  const groups = groupByBlock(
    fields.filter((field) => {
      if (!field.displayName.toLowerCase().includes(searchText)) return false;
      // The head of the panel shows name and addresses.
      return isWhole || (!facts.includes(field) && !isHiddenByDefault(field) && !isEmpty(field));
    }),
  );
  const value = (field: SchemaField) => {
    const full = <FullValue type={field.type} value={readableValue(row, field, tagNames)} hint={fieldHint(field)} />;
    if (field.fieldSource !== 'SCORE') return full;
    return (
      <WhyThisScore key={row.__company_id} field={field} companyId={row.__company_id} tagNames={tagNames}>
        {full}
      </WhyThisScore>
    );
  };
  return (
    <Stack gap="md">
      {facts.length > 0 && (
        <HintArea>
          <dl className={classes.facts} aria-label="Key facts">
            {facts.map((field) => (
              <div key={field.fieldName} className={classes.fact}>
                <dt className={classes.name} data-hint={field.description || undefined}>
                  {field.displayName}
                </dt>
                <dd>{value(field)}</dd>
              </div>
            ))}
          </dl>
        </HintArea>
      )}
      <div className={classes.tools}>
        <TextInput
          size="xs"
          aria-label="Find a data point"
          placeholder="Find a data point"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Switch
          size="xs"
          label="Show empty"
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      </div>
      {groups.length === 0 && facts.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          No data points found
        </Text>
      )}
      {groups.map((group) => (
        <section key={group.title}>
          <Title order={3} className={classes.groupTitle}>
            {group.title}
          </Title>
          <HintArea>
            <dl className={classes.fields}>
              {group.fields.map((field) => (
                <div key={field.fieldName} className={classes.field}>
                  <dt className={classes.name} data-hint={field.description || undefined}>
                    {field.displayName}
                  </dt>
                  <dd className={classes.value}>{value(field)}</dd>
                </div>
              ))}
            </dl>
          </HintArea>
        </section>
      ))}
    </Stack>
  );
}
