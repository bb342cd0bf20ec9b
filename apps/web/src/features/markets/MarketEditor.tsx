import { Alert, Button, Group } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { IconAlertTriangle, IconHistory, IconLink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useChecklistTick } from '../../lib/checklist.ts';
import { useUser } from '../../lib/client-context.tsx';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { useMarketDataBlocks } from '../data-blocks/queries.ts';
import { buttonReasons } from './button-rules.ts';
import classes from './editor.module.css';
import { MarketStatusBadge, PausedBadge, UnpublishedBadge } from './MarketBadges.tsx';
import { MarketDefinition } from './MarketDefinition.tsx';
import type { MarketTemplate } from './market-templates.ts';
import { PauseButton } from './PauseButton.tsx';
import { useAutoPreview } from './preview/use-auto-preview.ts';
import { useMarketPreview } from './preview/use-market-preview.ts';
import { cacheMarket, MARKET_REQUESTS_KEY, marketsKey } from './queries.ts';
import { RequestNotice } from './RequestNotice.tsx';
import { useCriteriaProblems } from './use-criteria-problems.ts';
import { useMarketDraft } from './use-market-draft.ts';
import { useNameCheck } from './use-name-check.ts';
import { usePublishMarket } from './use-publish-market.ts';
import { CORRECT_ERRORS, EDITOR_TOAST, useSaveMarket } from './use-save-market.ts';

const ApproveMarket = lazy(() => import('./ApproveMarket.tsx'));
const MarketPreview = lazy(() => import('./preview/MarketPreview.tsx'));
const PublishMarket = lazy(() => import('./PublishMarket.tsx'));
const OutOfSync = lazy(() => import('./OutOfSync.tsx'));

/** Edits, previews, saves and publishes one market. */
export function MarketEditor(props: {
  title: string;
  clientName: string;
  /** The saved market; null for a new one. */
  market: Market | null;
  /** The market that a new one is cloned from, or the template that it starts from. */
  source: Market | MarketTemplate | null;
  /** Gives the editor the URL of the market after its first save. */
  onFirstSave: (marketId: string) => Promise<void>;
}) {
  const { clientName, market } = props;
  const marketId = market?.id ?? null;
  const user = useUser();
  const isStaff = user.staffPermissions.includes('VIEW_ANY_ACCOUNT');
  const points = useMarketDataBlocks();
  const edited = useMarketDraft(clientName, market, props.source);
  const { draft } = edited;
  const nameCheck = useNameCheck(clientName, marketId);
  const nameField = useRef<HTMLInputElement>(null);
  const problems = useCriteriaProblems(draft.criteria, points);
  const saving = useSaveMarket({ clientName, marketId, nameCheck, problems });
  const publishing = usePublishMarket({ clientName, marketId, problems });
  const cache = useQueryClient();
  const preview = useMarketPreview(clientName);
  const isEmpty = countRules(draft.criteria) === 0;
  const isPreviewDue = useAutoPreview({
    preview,
    criteria: draft.criteria,
    configs: points.configs,
    isEnabled: !isEmpty && problems.isValid && !points.isLoading && points.error === null,
  });
  const tickOff = useChecklistTick();
  const [isPublishOpen, setPublishOpen] = useState(false);
  const [isApproveOpen, setApproveOpen] = useState(false);
  const request = market?.publishRequest ?? null;
  const { version } = draft.base;
  const [latest, setLatest] = useState<Market | null>(null);
  const reasons = buttonReasons({
    isEmpty,
    isDirty: edited.isDirty,
    isLoading: points.isLoading || points.error !== null,
    isSaving: saving.isSaving,
    isPublishing: publishing.isPublishing,
    isPreviewing: preview.state.run !== null,
    hasUnpublishedChanges: market?.hasUnpublishedChanges ?? false,
    isPendingReview: market?.isPendingReview ?? false,
    isSaved: market !== null,
    isOutdated: edited.isOutdated,
  });

  async function validate(): Promise<boolean> {
    const areRulesValid = problems.check();
    if (!areRulesValid) notifyError(CORRECT_ERRORS, { id: EDITOR_TOAST });
    const isNameValid = await nameCheck.check(draft.name);
    if (!isNameValid) nameField.current?.focus();
    return areRulesValid && isNameValid;
  }

  /** Saves over `baseVersion`; `isLeaving` keeps the URL, since navigation follows. */
  async function save(baseVersion: number | null, isLeaving = false): Promise<boolean> {
    if (!(await validate())) return false;
    const outcome = await saving.save(draft, baseVersion);
    if (outcome.kind === 'outOfSync') setLatest(outcome.market);
    if (outcome.kind !== 'saved') return false;
    edited.markSaved(draft, outcome.market);
    tickOff('market');
    if (market === null && !isLeaving) await props.onFirstSave(outcome.market.id);
    return true;
  }
  const saveBeforeLeaving = () => save(draft.base.version, true);
  const leave = useLeaveBlocker({
    isDirty: edited.isDirty,
    onDiscard: edited.forget,
    // Criteria without conditions cannot be saved.
    ...(isEmpty ? {} : { onSave: saveBeforeLeaving }),
  });

  function startPreview() {
    if (problems.check()) preview.start(draft.criteria, points.configs);
    else notifyError('Please correct any errors before previewing', { id: EDITOR_TOAST });
  }
  async function openPublish() {
    if (await validate()) setPublishOpen(true);
  }
  async function publish(isLive: boolean) {
    if (await publishing.request(isLive)) setPublishOpen(false);
  }
  async function approve(version: number, requestedAt: string) {
    const outcome = await publishing.approve(version, requestedAt);
    setApproveOpen(false);
    if (outcome.kind === 'outOfSync') setLatest(outcome.market);
  }
  function decided(saved: Market | null) {
    void cache.invalidateQueries({ queryKey: MARKET_REQUESTS_KEY });
    if (saved) void cacheMarket(cache, clientName, saved);
    else void cache.invalidateQueries({ queryKey: marketsKey(clientName) });
  }
  async function reload(saved: Market) {
    setLatest(null);
    await cacheMarket(cache, clientName, saved);
    edited.reset(saved);
    problems.clear();
    nameCheck.clear();
    points.refetch();
  }
  function discardRestored() {
    edited.restart();
    problems.clear();
    nameCheck.clear();
  }
  async function copyLink() {
    const isCopied = await copyToClipboard(window.location.origin + window.location.pathname);
    if (isCopied) notifySuccess('Link copied to clipboard');
    else notifyError('The browser did not allow copying');
  }

  return (
    <div className={classes.page}>
      <PageHeader
        title={props.title}
        clientName={clientName}
        badge={
          market && (
            <Group gap={6} wrap="nowrap" component="span">
              <MarketStatusBadge market={market} />
              <PausedBadge market={market} />
              <UnpublishedBadge market={market} />
            </Group>
          )
        }
        context={
          <TextLink to="/app/$clientName/markets" params={{ clientName }} size="sm">
            All markets
          </TextLink>
        }
        actions={
          <>
            {market && <PauseButton clientName={clientName} market={market} />}
            <ReasonButton
              variant="default"
              leftSection={<IconLink size={16} aria-hidden="true" />}
              disabledReason={reasons.copyLink}
              onClick={() => void copyLink()}
            >
              Copy link
            </ReasonButton>
          </>
        }
      />
      <div className={classes.cards}>
        <div className={classes.notices}>
          {market !== null && (
            <RequestNotice clientName={clientName} market={market} isStaff={isStaff} onDecided={decided} />
          )}
          {edited.isRestored && (
            <Alert color="blue" icon={<IconHistory aria-hidden />} title="Your unsaved changes are back">
              <Group justify="space-between">
                They were not saved when this page was last open in this tab.
                <Button size="compact-sm" variant="default" onClick={discardRestored}>
                  Discard them
                </Button>
              </Group>
            </Alert>
          )}
          {market !== null && edited.isOutdated && (
            <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="Someone else changed this market">
              <Group justify="space-between">
                The saved criteria differ from the ones you see here.
                <Button size="compact-sm" variant="default" onClick={() => setLatest(market)}>
                  See the changes
                </Button>
              </Group>
            </Alert>
          )}
        </div>
        <MarketDefinition
          clientName={clientName}
          market={market}
          edited={edited}
          points={points}
          problems={problems}
          nameCheck={nameCheck}
          nameField={nameField}
          reasons={reasons}
          isStaff={isStaff}
          isSaving={saving.isSaving}
          onPreview={startPreview}
          onSave={() => void save(draft.base.version)}
          onPublish={() => void openPublish()}
          onApprove={() => setApproveOpen(true)}
        />
        <Suspense>
          <MarketPreview
            preview={preview}
            criteria={draft.criteria}
            configs={points.configs}
            onPreview={startPreview}
            disabledReason={reasons.preview}
            isDue={isPreviewDue}
            isFilling
          />
        </Suspense>
      </div>
      {leave.dialog}
      <Suspense fallback={null}>
        {isPublishOpen && market && (
          <PublishMarket
            clientName={clientName}
            market={market}
            isBusy={publishing.isPublishing}
            onPublish={(isLive) => void publish(isLive)}
            onClose={() => setPublishOpen(false)}
          />
        )}
        {isApproveOpen && market && request && version !== null && (
          <ApproveMarket
            market={{ id: market.id, name: market.name, draftVersion: version }}
            isLive={request.isLive}
            isBusy={publishing.isPublishing}
            onApprove={() => void approve(version, request.requestedAt)}
            onClose={() => setApproveOpen(false)}
          />
        )}
        {latest && (
          <OutOfSync
            market={latest}
            points={points}
            onOverwrite={
              edited.isDirty
                ? () => {
                    setLatest(null);
                    void save(latest.draftVersion);
                  }
                : undefined
            }
            onReload={() => void reload(latest)}
            onClose={() => setLatest(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
