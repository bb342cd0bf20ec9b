import { Loader, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { MAX_EXCLUDED_DOMAINS, MAX_INCLUDED_DOMAINS, SEGMENT_NAME_MAX } from '@quarry/contracts';
import { countRules, describeFilter } from '@quarry/filters';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { FilterBuilder } from '../../../ui/filter-builder/FilterBuilder.tsx';
import { addNode, blankRule } from '../../../ui/filter-builder/filter-tree.ts';
import type { FilterFields } from '../../data-points/use-filter-fields.ts';
import { DomainList, DomainNotes } from './DomainList.tsx';
import { ExcludedSegments } from './ExcludedSegments.tsx';
import classes from './editor.module.css';
import { SegmentColumns } from './SegmentColumns.tsx';
import { SegmentLimit } from './SegmentLimit.tsx';
import type { SegmentDraft } from './segment-draft.ts';
import type { SegmentNameCheck } from './use-segment-name.ts';
import type { SegmentPreviewState } from './use-segment-preview.ts';

/** The id of the blank rule in an empty builder; not a filter until something is chosen. */
const BLANK_RULE_ID = 'first';

/** Name, filters, lists, limit and columns of a segment. */
export function SegmentDefinitionForm(props: {
  clientName: string;
  segmentId: string | null;
  draft: SegmentDraft;
  onChange: (change: Partial<SegmentDraft>) => void;
  fields: FilterFields;
  nameCheck: SegmentNameCheck;
  nameField: RefObject<HTMLInputElement | null>;
  /** The broken rules that the server found, by rule id. */
  serverProblems: ReadonlyMap<string, string>;
  preview: SegmentPreviewState;
  /** The personas. */
  children: ReactNode;
}) {
  const { draft, onChange, fields, nameCheck, nameField, serverProblems, preview } = props;
  const { companiesSchema } = useClient();
  const { filters } = draft;
  const builderValue = filters.rules.length === 0 ? addNode(filters, filters.id, blankRule(BLANK_RULE_ID)) : filters;
  const description = useMemo(
    () => describeFilter(filters, fields.byName, { nameValue: fields.nameValue }),
    [filters, fields],
  );
  return (
    <>
      <Section title="Segment">
        <TextInput
          ref={nameField}
          data-tour="segment-name"
          label="Name"
          placeholder="Untitled segment"
          maxLength={SEGMENT_NAME_MAX}
          autoComplete="off"
          maw={520}
          value={draft.name}
          error={nameCheck.problem}
          rightSection={
            nameCheck.isChecking ? <Loader size={14} role="progressbar" aria-label="Checking the name" /> : null
          }
          onChange={(event) => {
            nameCheck.clear();
            onChange({ name: event.currentTarget.value });
          }}
          onBlur={() => void nameCheck.check(draft.name)}
        />
        <Switch
          label="Dynamic"
          description="Refreshed every day, after the dataset: new matches enter, the others leave"
          checked={draft.isDynamic}
          onChange={(event) => onChange({ isDynamic: event.currentTarget.checked })}
        />
      </Section>
      <Section title="Filters" tour="segment-filters">
        <FilterBuilder
          value={builderValue}
          onChange={(value) => onChange({ filters: value })}
          fields={fields.fields}
          loadValues={fields.loadValues}
          valuesKey={fields.valuesKey}
          problems={serverProblems}
          name="Segment filters"
        />
        <Text size="sm" c="dimmed" data-testid="segment-in-words">
          {countRules(filters) === 0 ? 'No filters: every company of your dataset qualifies.' : description}
        </Text>
      </Section>
      <Section title="Only these companies">
        <DomainList
          label="Domains to keep"
          description="One per line. If there are any, only companies on this list stay."
          max={MAX_INCLUDED_DOMAINS}
          text={draft.includedText}
          onChange={(includedText) => onChange({ includedText })}
        />
        {preview.problem === null && preview.result !== undefined && (
          <DomainNotes
            notFound={preview.result.notFoundDomains}
            notFoundCount={preview.result.notFoundDomainsCount}
            invalid={preview.result.invalidDomains}
          />
        )}
      </Section>
      <Section title="Never these companies">
        <DomainList
          label="Domains to leave out"
          description="One per line. They are left out even if the list above names them."
          max={MAX_EXCLUDED_DOMAINS}
          text={draft.excludedText}
          onChange={(excludedText) => onChange({ excludedText })}
        />
        <ExcludedSegments
          clientName={props.clientName}
          segmentId={props.segmentId}
          value={draft.excludedSegmentIds}
          onChange={(excludedSegmentIds) => onChange({ excludedSegmentIds })}
        />
      </Section>
      <Section title="Limit and table">
        <SegmentLimit limit={draft} schema={companiesSchema} onChange={onChange} />
        <SegmentColumns
          schema={companiesSchema}
          value={draft.selectedColumns}
          onChange={(selectedColumns) => onChange({ selectedColumns })}
        />
      </Section>
      <div className={classes.section} data-tour="segment-personas">
        {props.children}
      </div>
    </>
  );
}

function Section({ title, tour, children }: { title: string; tour?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title} data-tour={tour}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}
