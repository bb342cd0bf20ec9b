import { type FilterGroup, type FilterRule, listRules } from '@quarry/filters';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useClientName } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FilterBuilder } from '../../ui/filter-builder/FilterBuilder.tsx';
import type { ChosenField, FieldChoice } from '../../ui/filter-builder/filter-field.ts';
import { addNode, blankRule, updateRule } from '../../ui/filter-builder/filter-tree.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { DataPointChoice } from './DataPointChoice.tsx';
import { valueLoader } from './load-values.ts';
import { useMarketDataBlocks } from './queries.ts';
import { withDataPoint } from './with-data-point.ts';

const loadDialog = () => import('./ChooseDataPoint.tsx');
const ChooseDataPoint = lazy(loadDialog);

/** The blank rule shown for empty criteria; it becomes a condition with the first change. */
const BLANK_RULE_ID = 'first';

/** The open dialog and the rule that it edits. */
interface PickerState {
  readonly ruleId: string;
  readonly start: 'explore' | 'configure';
}

/** Edits criteria over the universe; dialogs pick each rule's data point and configuration. */
export function MarketCriteriaBuilder(props: {
  value: FilterGroup;
  onChange: (value: FilterGroup) => void;
  /** Errors by rule id. */
  problems: ReadonlyMap<string, string>;
  /** Notes below rules, by rule id. */
  ruleNotes?: ReadonlyMap<string, ReactNode>;
}) {
  const { value, onChange } = props;
  const clientName = useClientName();
  const dataBlocks = useMarketDataBlocks();
  const [picker, setPicker] = useState<PickerState | null>(null);
  const loadValues = useMemo(() => valueLoader(clientName, dataBlocks), [clientName, dataBlocks]);
  const findField = useCallback((rule: FilterRule) => dataBlocks.findField(rule.field, rule.configId), [dataBlocks]);
  const renderFieldChoice = useCallback(
    ({ rule, place, isInvalid }: FieldChoice) => (
      <DataPointChoice
        rule={rule}
        place={place}
        isInvalid={isInvalid}
        points={dataBlocks}
        onPreload={() => void loadDialog()}
        onOpen={(start) => setPicker({ ruleId: rule.id, start })}
      />
    ),
    [dataBlocks],
  );
  if (dataBlocks.isLoading) return <LoadingState label="Loading data points" height={120} />;
  if (dataBlocks.error) {
    return <ErrorState title="Data points could not be loaded" error={dataBlocks.error} onRetry={dataBlocks.refetch} />;
  }
  const displayed = value.rules.length === 0 ? addNode(value, value.id, blankRule(BLANK_RULE_ID)) : value;
  const rule = picker === null ? undefined : listRules(displayed).find(({ id }) => id === picker.ruleId);
  function choose(chosen: ChosenField) {
    setPicker(null);
    if (rule === undefined) return;
    onChange(updateRule(displayed, rule.id, (old) => withDataPoint(old, chosen)));
  }
  return (
    <>
      <FilterBuilder
        name="Market criteria"
        value={displayed}
        onChange={onChange}
        findField={findField}
        renderFieldChoice={renderFieldChoice}
        loadValues={loadValues}
        valuesKey={clientName ?? ''}
        problems={props.problems}
        {...(props.ruleNotes ? { ruleNotes: props.ruleNotes } : {})}
      />
      {picker !== null && rule !== undefined && (
        <Suspense>
          <ChooseDataPoint
            dataBlocks={dataBlocks}
            start={picker.start}
            field={rule.field}
            configId={rule.configId ?? null}
            onChoose={choose}
            onClose={() => setPicker(null)}
          />
        </Suspense>
      )}
    </>
  );
}
