import { Card, Group, Tabs, Text, Title, VisuallyHidden } from '@mantine/core';
import type { DataBlockConfig, MarketPreviewResult } from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { formatNumber, plural } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { contentKey } from './content-key.ts';
import type { CompletedPreview } from './market-preview-query.ts';
import { NoPreviewRows } from './NoPreviewRows.tsx';
import { PreviewProgress } from './PreviewProgress.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { PREVIEW_TIMED_OUT } from './poll-preview.ts';
import classes from './preview.module.css';
import type { DeepPreviewTarget } from './preview-columns.tsx';
import { useHashEntry } from './use-hash-entry.ts';
import type { MarketPreviewHandle } from './use-market-preview.ts';

const DeepPreview = lazy(() => import('./DeepPreview.tsx'));
const ExplainDrawer = lazy(() => import('./ExplainDrawer.tsx'));

const TABS = ['ALL', 'NET_NEW'] as const;
type Tab = (typeof TABS)[number];
const LABELS: Readonly<Record<Tab, string>> = { ALL: 'All companies', NET_NEW: 'Net new companies' };
/** The hash entry with the id of the explained company. */
const EXPLAIN_ENTRY = 'why';

/** A card with the best companies of a market and the exact counts, in total and net new. */
export default function MarketPreview(props: {
  preview: MarketPreviewHandle;
  /** The criteria in the editor. */
  criteria: FilterGroup;
  configs: readonly DataBlockConfig[];
  /** Called by the card's buttons. Default: start a preview of the criteria. */
  onPreview?: () => void;
  /** Why a preview can't be started now, or null. */
  disabledReason?: string | null;
  /** A preview of the criteria will start by itself. */
  isDue?: boolean;
  /** The card fills its container from 1200 px, so that only its rows scroll. */
  isFilling?: boolean;
}) {
  const { preview, criteria, configs, disabledReason = null, isDue = false } = props;
  const { state, restore } = preview;
  const { datasetVersion } = useClient();
  const { latest, run, error } = state;
  const [tab, setTab] = useState<Tab>('ALL');
  const [target, setTarget] = useState<DeepPreviewTarget | null>(null);
  const [explained, setExplained] = useHashEntry(EXPLAIN_ENTRY);
  const hasCriteria = countRules(criteria) > 0;
  const key = useMemo(() => contentKey(criteria, configs), [criteria, configs]);
  const startPreview = props.onPreview ?? (() => preview.start(criteria, configs));

  useEffect(() => restore(criteria, configs), [restore, criteria, configs]);

  const result = hasCriteria ? (latest?.result ?? null) : null;
  const parts = { ALL: result?.allCompanies ?? null, NET_NEW: result?.netNew ?? null };
  const counts = { ALL: result?.allCompanies?.totalCompanies, NET_NEW: result?.netNew.totalNetNewCompanies };
  const change =
    result === null || run !== null || isDue || latest === null ? null : changeSince(latest, key, datasetVersion);
  const failure = hasCriteria && run === null ? error : null;

  return (
    <Card
      withBorder
      padding={0}
      component="section"
      aria-labelledby="market-preview"
      {...(props.isFilling ? { className: classes.filling } : {})}
    >
      <Group className={classes.head} justify="space-between" gap="xs">
        <Title order={2} id="market-preview">
          Market preview
        </Title>
        <VisuallyHidden role="status">{run === null && result ? readyText(result) : ''}</VisuallyHidden>
        {run && (
          <PreviewProgress
            key={run.startedAt}
            run={run}
            activity="Matching every company in the universe against your conditions…"
            onAbort={preview.abort}
          />
        )}
        {change !== null && (
          <Group gap="xs" role="status">
            <Text size="sm" c="dimmed">
              {change}
            </Text>
            <ReasonButton
              size="compact-sm"
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden="true" />}
              disabledReason={disabledReason}
              onClick={startPreview}
            >
              Refresh preview
            </ReasonButton>
          </Group>
        )}
      </Group>
      <Tabs
        classNames={{ root: classes.tabsRoot, panel: classes.panel }}
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          const next = TABS.find((candidate) => candidate === value);
          if (next) setTab(next);
        }}
      >
        <Tabs.List className={classes.tabs} aria-label="Companies of the market">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
              {run === null && typeof counts[name] === 'number' ? ` (${formatNumber(counts[name])})` : ''}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {failure && (
          <ErrorState error={failure} title={failureTitle(failure)} onRetry={() => startPreview()} retryLabel="Retry" />
        )}
        {TABS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {(failure === null || result !== null) && (
              <PreviewTable
                label={LABELS[name]}
                part={parts[name]}
                isLoading={(run !== null || isDue) && parts[name] === null}
                isRefreshing={run !== null || isDue}
                explainedId={explained}
                onExplain={setExplained}
                onDeepPreview={setTarget}
                empty={
                  <NoPreviewRows
                    hasCriteria={hasCriteria}
                    hasPreview={parts[name] !== null}
                    ownedCount={name === 'NET_NEW' ? (counts.ALL ?? 0) : 0}
                    action={
                      <ReasonButton disabledReason={disabledReason} onClick={startPreview}>
                        Show companies
                      </ReasonButton>
                    }
                  />
                }
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Suspense fallback={null}>
        {latest && target && (
          <DeepPreview
            clientName={preview.clientName}
            target={target}
            configs={latest.configs}
            onClose={() => setTarget(null)}
          />
        )}
        {latest && explained !== null && (
          <ExplainDrawer
            clientName={preview.clientName}
            preview={latest}
            companyId={explained}
            onClose={() => setExplained(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** What makes a preview outdated, in words; null if nothing does. */
function changeSince(preview: CompletedPreview, key: string, datasetVersion: string | null): string | null {
  if (preview.key !== key) return 'Criteria have changed since this preview';
  return preview.datasetVersion === datasetVersion ? null : 'Your dataset has changed since this preview';
}

/** Announced by screen readers when the preview is ready. */
function readyText({ allCompanies, netNew }: MarketPreviewResult): string {
  const all = allCompanies?.totalCompanies ?? netNew.totalNetNewCompanies;
  return `Preview ready: ${plural(all, 'company', 'companies')}, ${formatNumber(netNew.totalNetNewCompanies)} net new`;
}

function failureTitle(error: Error): string {
  const isTimeout = error instanceof ApiError && error.errorCode === PREVIEW_TIMED_OUT;
  return isTimeout ? 'Preview did not complete in time' : 'Preview failed';
}
