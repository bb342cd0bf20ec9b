import { Skeleton, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { CompanyRow, SchemaField } from '@quarry/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { isEmptyValue } from '../../ui/cells/cell-text.ts';
import { FullValue } from '../../ui/cells/FullValue.tsx';
import { valueHint } from '../../ui/cells/value-hint.ts';
import { HintArea } from '../../ui/table/HintArea.tsx';
import { groupByBlock, readableValue, visibleFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { WhyThisScore } from '../scoring/WhyThisScore.tsx';
import classes from './company-drawer.module.css';

/** Every visible data point with its full value, grouped by data block. */
export function CompanyOverview(props: {
  row: CompanyRow | undefined;
  schema: readonly SchemaField[];
  tagNames: TagNames;
}) {
  const { row, tagNames } = props;
  const [search, setSearch] = useState('');
  const [hidesEmpty, setHidesEmpty] = useState(false);
  const searchText = search.trim().toLowerCase();
  const groups = groupByBlock(
    visibleFields(props.schema).filter(
      (field) =>
        field.displayName.toLowerCase().includes(searchText) &&
        !(hidesEmpty && row && isEmptyValue(readableValue(row, field, tagNames))),
    ),
  );
  return (
    <Stack gap="md">
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
          label="Hide empty"
          checked={hidesEmpty}
          onChange={(event) => setHidesEmpty(event.currentTarget.checked)}
        />
      </div>
      {groups.length === 0 && (
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
                  <dd className={classes.value}>
                    {row ? (
                      <Value row={row} field={field} tagNames={tagNames} />
                    ) : (
                      <Skeleton height={10} width="60%" my={6} />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </HintArea>
        </section>
      ))}
    </Stack>
  );
}

function Value({ row, field, tagNames }: { row: CompanyRow; field: SchemaField; tagNames: TagNames }) {
  const value = (
    <FullValue
      type={field.type}
      value={readableValue(row, field, tagNames)}
      hint={valueHint(field.dataBlockField?.internalName ?? field.fieldName)}
    />
  );
  if (field.fieldSource !== 'SCORE') return value;
  return (
    <WhyThisScore key={row.__company_id} field={field} companyId={row.__company_id} tagNames={tagNames}>
      {value}
    </WhyThisScore>
  );
}
