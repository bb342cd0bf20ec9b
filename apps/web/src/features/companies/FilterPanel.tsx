import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import type { SchemaField } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { plural } from '../../lib/format.ts';
import { FilterBuilder } from '../../ui/filter-builder/FilterBuilder.tsx';
import { addNode, blankRule } from '../../ui/filter-builder/filter-tree.ts';
import { focusRule } from '../../ui/filter-builder/RuleEditor.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { HANDLES_ESCAPE } from '../../ui/use-escape.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { useFilterFields } from '../data-points/use-filter-fields.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { type DatasetKey, matchCountQuery } from '../datasets/queries.ts';
import classes from './filter-panel.module.css';
import { useAddableTemplates } from './use-addable-templates.ts';
import type { FilterDraft } from './use-filter-draft.ts';

const AddDataPoint = lazy(() => import('../data-points/AddDataPoint.tsx'));

const COUNT_DEBOUNCE_MS = 500;

/** The filters beside the table. Matches are counted while editing; filters apply on demand. */
export default function FilterPanel(props: {
  dataset: DatasetKey;
  state: ExplorerState;
  schema: readonly SchemaField[];
  draft: FilterDraft;
  /** The condition to show first; a new object each time. */
  editedRule: { readonly id: string } | null;
  onApply: () => void;
  onClose: () => void;
}) {
  const { dataset, draft, state, schema } = props;
  const { clientName } = dataset;
  const panel = useRef<HTMLElement>(null);
  const templates = useAddableTemplates(clientName);
  const { fields, loadValues, valuesKey } = useFilterFields(schema, state.tagId);
  const { editedRule } = props;
  useEffect(() => {
    const rule = editedRule && panel.current?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(editedRule.id)}"]`);
    rule?.scrollIntoView({ block: 'nearest' });
    if (rule) focusRule(rule);
    else panel.current?.focus();
  }, [editedRule]);
  const isInside = ({ target }: KeyboardEvent) => target instanceof Node && panel.current?.contains(target) === true;
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
      const isOurs = isInside(event) && event.target.closest(`${HANDLES_ESCAPE}, [data-expanded]`) === null;
      // The focus is nowhere after its element has gone, such as a deleted condition.
      const isNowhere = event.target === document.body && document.querySelector('[role="dialog"]') === null;
      if (isOurs || isNowhere) props.onClose();
    },
    // Captured before a list closes: afterwards nothing tells what the key was for.
    { capture: true },
  );
  useWindowEvent('keydown', (event) => {
    const isValue = isInside(event) && event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && isValue && !event.defaultPrevented && draft.isDirty) props.onApply();
  });
  useReturnFocus();
  const value =
    draft.value.rules.length === 0 ? addNode(draft.value, draft.value.id, blankRule(BLANK_RULE_ID)) : draft.value;
  const ruleCount = countRules(draft.value);
  return (
    <aside ref={panel} id="filter-panel" className={classes.panel} aria-labelledby="filter-panel-title" tabIndex={-1}>
      <Group justify="space-between" className={classes.head}>
        <Title order={2} id="filter-panel-title">
          Explore filters
        </Title>
        <CloseButton aria-label="Close filters" onClick={props.onClose} />
      </Group>
      <div className={classes.body}>
        <FilterBuilder
          value={value}
          onChange={draft.setValue}
          fields={fields}
          suggestions={templates.suggestions}
          loadValues={loadValues}
          valuesKey={valuesKey}
          problems={draft.problems}
        />
      </div>
      <Suspense>{templates.start && <AddDataPoint start={templates.start} onClose={templates.close} />}</Suspense>
      <Group justify="space-between" className={classes.foot}>
        <MatchCount dataset={dataset} draft={draft} state={state} />
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="subtle"
            color="gray"
            disabled={ruleCount === 0}
            onClick={() => draft.setValue({ ...draft.value, not: false, rules: [] })}
          >
            Remove all
          </Button>
          {draft.isDirty && (
            <Button variant="default" onClick={draft.discard}>
              Discard
            </Button>
          )}
          <ReasonButton disabledReason={draft.isDirty ? null : 'Change a filter first'} onClick={props.onApply}>
            Apply filters
          </ReasonButton>
        </Group>
      </Group>
    </aside>
  );
}

/** The id of the blank rule in an empty builder; not a filter until something is chosen. */
const BLANK_RULE_ID = 'first';

/** The companies that the complete conditions find; an incomplete one doesn't hide the count of the others. */
function MatchCount({ dataset, draft, state }: { dataset: DatasetKey; draft: FilterDraft; state: ExplorerState }) {
  const { complete } = draft;
  const [filters] = useDebouncedValue(complete, COUNT_DEBOUNCE_MS);
  const isCurrent = JSON.stringify(filters) === JSON.stringify(complete);
  const query = useQuery({ ...matchCountQuery(dataset, filters, state), enabled: draft.isDirty && isCurrent });
  const counted =
    query.data === undefined || !isCurrent ? 'Counting…' : plural(query.data, 'company matches', 'companies match');
  return (
    <Text size="sm" c="dimmed" role="status">
      {!draft.isDirty ? '' : draft.isValid ? counted : `${counted} · some conditions are not complete`}
    </Text>
  );
}
