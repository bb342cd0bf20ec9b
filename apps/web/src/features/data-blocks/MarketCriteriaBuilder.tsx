import { type FilterGroup, type FilterRule, listRules } from '@quarry/filters';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
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

/** The blank rule that an empty builder shows; it is no condition until something is chosen on it. */
const FIRST_RULE = 'first';

/** What is being chosen, for which rule. */
interface Choosing {
  readonly ruleId: string;
  readonly start: 'explore' | 'configure';
}

/**
 * Edits criteria over the whole universe: a data point is chosen in the field explorer, one of a dynamic block under a
 * configuration. Empty criteria show one blank rule, which joins them with the first change.
 */
export function MarketCriteriaBuilder(props: {
  value: FilterGroup;
  onChange: (value: FilterGroup) => void;
  /** Why rules are broken, by rule id. */
  problems: ReadonlyMap<string, string>;
  /** Shown below rules, by rule id. */
  ruleNotes?: ReadonlyMap<string, ReactNode>;
}) {
  const { value, onChange } = props;
  const { clientName } = useClient();
  const dataBlocks = useMarketDataBlocks();
  const [choosing, setChoosing] = useState<Choosing | null>(null);
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
        onOpen={(start) => setChoosing({ ruleId: rule.id, start })}
      />
    ),
    [dataBlocks],
  );
  if (dataBlocks.isLoading) return <LoadingState label="Loading data points" height={120} />;
  if (dataBlocks.error) {
    return <ErrorState title="Data points could not be loaded" error={dataBlocks.error} onRetry={dataBlocks.refetch} />;
  }
  const shown = value.rules.length === 0 ? addNode(value, value.id, blankRule(FIRST_RULE)) : value;
  const rule = choosing === null ? undefined : listRules(shown).find(({ id }) => id === choosing.ruleId);
  function choose(chosen: ChosenField) {
    setChoosing(null);
    if (rule === undefined) return;
    onChange(updateRule(shown, rule.id, (old) => withDataPoint(old, chosen)));
  }
  return (
    <>
      <FilterBuilder
        name="Market criteria"
        value={shown}
        onChange={onChange}
        findField={findField}
        renderFieldChoice={renderFieldChoice}
        loadValues={loadValues}
        valuesKey={clientName}
        problems={props.problems}
        {...(props.ruleNotes ? { ruleNotes: props.ruleNotes } : {})}
      />
      {choosing !== null && rule !== undefined && (
        <Suspense>
          <ChooseDataPoint
            dataBlocks={dataBlocks}
            start={choosing.start}
            field={rule.field}
            configId={rule.configId ?? null}
            onChoose={choose}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
    </>
  );
}
