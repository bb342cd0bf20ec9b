import { Button, Text } from '@mantine/core';
import type { DataBlockConfig, MarketPreviewPart, MarketPreviewResult } from '@quarry/contracts';
import { fieldKey } from '@quarry/filters';
import { IconFilterSearch, IconTelescope } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { hideNotification } from '../../lib/notify.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import type { BlockDataPoint } from '../data-blocks/data-point-index.ts';
import { summariseConfig } from '../data-blocks/summarise-config.ts';
import { PreviewProgress } from '../markets/preview/PreviewProgress.tsx';
import { PreviewTable } from '../markets/preview/PreviewTable.tsx';
import type { DeepPreviewTarget } from '../markets/preview/preview-columns.tsx';
import { PREVIEW_FAILURE_TOAST, useMarketPreview } from '../markets/preview/use-market-preview.ts';
import { previewCriteria } from './preview-criteria.ts';
import { useStepFocus } from './use-step-focus.ts';
import { WizardFooter } from './WizardFooter.tsx';
import classes from './wizard.module.css';

const DeepPreview = lazy(() => import('../markets/preview/DeepPreview.tsx'));

/** Step 3: preview the configured data point over the whole universe. */
export default function PreviewStep(props: {
  point: BlockDataPoint;
  config: DataBlockConfig;
  onBack: () => void;
  onNext: () => void;
}) {
  const { point, config } = props;
  const { clientName } = useClient();
  const preview = useMarketPreview(clientName);
  const { state, start } = preview;
  const { latest, run, error } = state;
  const [target, setTarget] = useState<DeepPreviewTarget | null>(null);
  const startPreview = useCallback(
    () => start(previewCriteria(point, config.configId), [config]),
    [start, point, config],
  );
  useEffect(startPreview, [startPreview]);
  useEffect(() => {
    if (error === null) return;
    // The toast stays until closed and would cover the wizard's buttons after a successful retry.
    return () => hideNotification(PREVIEW_FAILURE_TOAST);
  }, [error]);
  const result = latest?.result ?? null;
  const part = useMemo(() => onlyDataPoint(result?.allCompanies ?? null, point, config), [result, point, config]);
  const failure = run === null ? error : null;
  return (
    <div ref={useStepFocus()} className={classes.step}>
      <Text size="sm" c="dimmed">
        <b>{point.field.displayName}</b> · {config.label}: {summariseConfig(point.block.blockName, config.config)}.
      </Text>
      <div className={classes.preview}>
        <div className={classes.counts}>
          <Text size="sm" role="status">
            {run === null && failure === null && result ? countText(result) : ''}
          </Text>
          {run && (
            <PreviewProgress
              key={run.startedAt}
              run={run}
              activity="Computing this data point for every company in the universe…"
              onAbort={preview.abort}
            />
          )}
        </div>
        {failure ? (
          <ErrorState error={failure} title="Preview failed" onRetry={startPreview} />
        ) : (
          <PreviewTable
            label="Companies with this data point"
            part={part}
            isLoading={run !== null}
            explainedId={null}
            onExplain={null}
            onDeepPreview={setTarget}
            empty={<NoCompanies isPreviewed={part !== null} onPreview={startPreview} />}
          />
        )}
      </div>
      <WizardFooter onBack={props.onBack}>
        <Button data-autofocus onClick={props.onNext}>
          Next
        </Button>
      </WizardFooter>
      <Suspense fallback={null}>
        {latest && target && (
          <DeepPreview
            clientName={clientName}
            target={target}
            configs={latest.configs}
            onClose={() => setTarget(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function NoCompanies({ isPreviewed, onPreview }: { isPreviewed: boolean; onPreview: () => void }) {
  if (isPreviewed) {
    return (
      <EmptyState title="No company has this data point" icon={<IconFilterSearch size={28} aria-hidden="true" />}>
        Nothing in the universe matches the configuration. Go back to widen it or to choose another one.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No preview yet"
      icon={<IconTelescope size={28} aria-hidden="true" />}
      action={<Button onClick={onPreview}>Show companies</Button>}
    >
      A preview shows the best companies that have this data point and how many there are.
    </EmptyState>
  );
}

/** Keeps the data point as the only column, with the rows behind it if its block has any. */
function onlyDataPoint(
  part: MarketPreviewPart | null,
  point: BlockDataPoint,
  { configId }: DataBlockConfig,
): MarketPreviewPart | null {
  if (part === null) return null;
  const previewed = fieldKey(point.key, configId);
  const { deepPreviewSchema } = point.block;
  const schema = part.schema
    .filter(({ fieldName }) => fieldName === previewed)
    .map((field) => ({ ...field, deepPreviewSchema }));
  return { ...part, schema };
}

/** `1,204 companies have it · 310 of them are not in your dataset · the best 20 are listed`. */
function countText({ allCompanies, netNew }: MarketPreviewResult): string {
  const all = allCompanies?.totalCompanies ?? 0;
  const listed = allCompanies?.previewData.length ?? 0;
  const others = netNew.totalNetNewCompanies;
  const parts = [plural(all, 'company has it', 'companies have it')];
  if (all > 0) parts.push(plural(others, 'of them is not in your dataset', 'of them are not in your dataset'));
  if (listed < all) parts.push(`the best ${listed} are listed`);
  return parts.join(' · ');
}
