import { type EstimationConfig, INVALID_CONFIG } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { lazy, Suspense, useState } from 'react';
import { notifyError } from '../../lib/notify.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DraftCriteria } from '../data-blocks/DraftCriteria.tsx';
import { useMarketDataBlocks } from '../data-blocks/queries.ts';
import { POINTS_LOADING } from '../markets/button-rules.ts';
import { useCriteriaProblems } from '../markets/use-criteria-problems.ts';
import { EstimationActions } from './EstimationActions.tsx';
import { EstimationCriteria } from './EstimationCriteria.tsx';
import { EstimationResult } from './EstimationResult.tsx';
import classes from './estimation.module.css';
import { useEstimate } from './use-estimate.ts';

// Below the criteria, so they come after them.
const SavedReports = lazy(async () => ({ default: (await import('./SavedReports.tsx')).SavedReports }));
const StaffExports = lazy(async () => ({ default: (await import('./StaffExports.tsx')).StaffExports }));

/** Edits criteria, estimates them, and offers what can be done with the result. */
export function EstimationEditor({ start }: { start: EstimationConfig }) {
  const [config, setConfig] = useState(start);
  return (
    <DraftCriteria
      criteria={config.sourcingCriteria}
      configs={config.dataBlockConfigs}
      onConfigs={(dataBlockConfigs) => setConfig((old) => ({ ...old, dataBlockConfigs }))}
    >
      <PageHeader
        title="Market estimation"
        context={config.clientName === null ? null : `With the dataset of ${config.clientName}`}
      />
      <EstimationCards config={config} onChange={setConfig} />
    </DraftCriteria>
  );
}

function EstimationCards({ config, onChange }: { config: EstimationConfig; onChange: (to: EstimationConfig) => void }) {
  const estimate = useEstimate(config);
  const points = useMarketDataBlocks();
  const problems = useCriteriaProblems(config.sourcingCriteria, points);
  const loading = points.isLoading || points.error !== null ? POINTS_LOADING : null;
  const check = () => {
    const isValid = problems.check() && countRules(config.sourcingCriteria) > 0;
    if (!isValid) notifyError(INVALID_CONFIG);
    return isValid;
  };
  return (
    <div className={classes.page}>
      <EstimationCriteria
        config={config}
        estimate={estimate}
        points={points}
        problems={problems}
        disabledReason={loading}
        onChange={onChange}
        onPreview={() => {
          if (check()) estimate.run();
        }}
      />
      <EstimationActions
        config={config}
        count={estimate.result?.count ?? null}
        disabledReason={loading}
        onCheck={check}
        onPaste={onChange}
      />
      <EstimationResult estimate={estimate} />
      <Suspense fallback={<LoadingState label="Loading the lists" height={160} />}>
        <SavedReports onOpen={onChange} />
        <StaffExports />
      </Suspense>
    </div>
  );
}
