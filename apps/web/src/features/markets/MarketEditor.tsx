import { Alert, Button, Group } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { IconAlertTriangle, IconLink } from '@tabler/icons-react';
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
import { MarketStatusBadge } from './MarketBadges.tsx';
import { MarketDefinition } from './MarketDefinition.tsx';
import { useMarketPreview } from './preview/use-market-preview.ts';
import { useCriteriaProblems } from './use-criteria-problems.ts';
import { useMarketDraft } from './use-market-draft.ts';
import { useNameCheck } from './use-name-check.ts';
import { usePublishMarket } from './use-publish-market.ts';
import { CORRECT_ERRORS, EDITOR_TOAST, useSaveMarket } from './use-save-market.ts';

const MarketPreview = lazy(() => import('./preview/MarketPreview.tsx'));
const PublishMarket = lazy(() => import('./PublishMarket.tsx'));
const OutOfSync = lazy(() => import('./OutOfSync.tsx'));

/** Edits one market: its name and criteria, the preview of it, saving and publishing. */
export function MarketEditor(props: {
  title: string;
  clientName: string;
  /** The market as it is saved; null while it is new. */
  market: Market | null;
  /** The market that a new one is the copy of. */
  clonedFrom: Market | null;
  /** Gives the editor the address of the market that was saved for the first time. */
  onFirstSave: (marketId: string) => Promise<void>;
}) {
  const { clientName, market } = props;
  const marketId = market?.id ?? null;
  const user = useUser();
  const isStaff = user.staffPermissions.includes('VIEW_ANY_ACCOUNT');
  const points = useMarketDataBlocks();
  const edited = useMarketDraft(market, props.clonedFrom);
  const { draft } = edited;
  const nameCheck = useNameCheck(clientName, marketId);
  const nameField = useRef<HTMLInputElement>(null);
  const problems = useCriteriaProblems(draft.criteria, points);
  const saving = useSaveMarket({ clientName, marketId, nameCheck, problems });
  const publishing = usePublishMarket({ clientName, marketId, problems, keep: saving.keep });
  const preview = useMarketPreview(clientName);
  const tickOff = useChecklistTick();
  const [isPublishOpen, setPublishOpen] = useState(false);
  const [newest, setNewest] = useState<Market | null>(null);
  const isEmpty = countRules(draft.criteria) === 0;
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

  async function canUse(): Promise<boolean> {
    const areRulesWhole = problems.check();
    if (!areRulesWhole) notifyError(CORRECT_ERRORS, { id: EDITOR_TOAST });
    const isNameGood = await nameCheck.check(draft.name);
    if (!isNameGood) nameField.current?.focus();
    return areRulesWhole && isNameGood;
  }

  /** Saves over `baseVersion`; `isLeaving` leaves the address alone, since another one comes. */
  async function save(baseVersion: number | null, isLeaving = false): Promise<boolean> {
    if (!(await canUse())) return false;
    const outcome = await saving.save(draft, baseVersion);
    if (outcome.kind === 'outOfSync') setNewest(outcome.market);
    if (outcome.kind !== 'saved') return false;
    edited.markSaved(draft, outcome.market);
    tickOff('market');
    if (market === null && !isLeaving) await props.onFirstSave(outcome.market.id);
    return true;
  }
  const saveBeforeLeaving = () => save(draft.base.version, true);
  const leave = useLeaveBlocker({
    isDirty: edited.isDirty,
    // Criteria without conditions cannot be saved.
    ...(isEmpty ? {} : { onSave: saveBeforeLeaving }),
  });

  function makePreview() {
    if (problems.check()) preview.start(draft.criteria, points.configs);
    else notifyError('Please correct any errors before previewing', { id: EDITOR_TOAST });
  }
  async function openPublish() {
    if (await canUse()) setPublishOpen(true);
  }
  async function publish(isLive: boolean) {
    if (await publishing.request(isLive)) setPublishOpen(false);
  }
  async function approve() {
    if (draft.base.version === null) return;
    const outcome = await publishing.approve(draft.base.version);
    if (outcome.kind === 'outOfSync') setNewest(outcome.market);
  }
  async function reload(saved: Market) {
    setNewest(null);
    await saving.keep(saved);
    edited.reset(saved);
    problems.clear();
    nameCheck.clear();
    points.refetch();
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
        badge={market && <MarketStatusBadge market={market} />}
        context={
          <TextLink to="/app/$clientName/markets" params={{ clientName }} size="sm">
            All markets
          </TextLink>
        }
        actions={
          <ReasonButton
            variant="default"
            leftSection={<IconLink size={16} aria-hidden="true" />}
            disabledReason={reasons.copyLink}
            onClick={() => void copyLink()}
          >
            Copy link
          </ReasonButton>
        }
      />
      <div className={classes.cards}>
        {market !== null && edited.isOutdated && (
          <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="This market was changed meanwhile">
            <Group justify="space-between">
              Somebody else saved other criteria since you opened it. What you see is not what is saved.
              <Button size="compact-sm" variant="default" onClick={() => setNewest(market)}>
                See the changes
              </Button>
            </Group>
          </Alert>
        )}
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
          onPreview={makePreview}
          onSave={() => void save(draft.base.version)}
          onPublish={() => void openPublish()}
          onApprove={() => void approve()}
        />
        <Suspense>
          <MarketPreview
            preview={preview}
            criteria={draft.criteria}
            configs={points.configs}
            onPreview={makePreview}
            disabledReason={reasons.preview}
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
        {newest && (
          <OutOfSync
            market={newest}
            points={points}
            onSaveMine={
              edited.isDirty
                ? () => {
                    setNewest(null);
                    void save(newest.draftVersion);
                  }
                : undefined
            }
            onReload={() => void reload(newest)}
            onClose={() => setNewest(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
