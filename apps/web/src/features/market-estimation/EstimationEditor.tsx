import type { EstimationConfig } from '@quarry/contracts';
import { lazy, Suspense, useState } from 'react';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DraftCriteria } from '../data-blocks/DraftCriteria.tsx';
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
  const estimate = useEstimate(config);
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
      <div className={classes.page}>
        <EstimationCriteria config={config} estimate={estimate} onChange={setConfig} />
        <EstimationActions config={config} count={estimate.result?.count ?? null} onPaste={setConfig} />
        <EstimationResult estimate={estimate} hasClient={config.clientName !== null} />
        <Suspense fallback={<LoadingState label="Loading the lists" height={160} />}>
          <SavedReports onOpen={setConfig} />
          <StaffExports />
        </Suspense>
      </div>
    </DraftCriteria>
  );
}
