import { Alert, Button, Group, Skeleton } from '@mantine/core';
import type { Segment } from '@quarry/contracts';
import { IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useLeaveBlocker } from '../../../ui/use-leave-blocker.tsx';
import { shownSchema } from '../shown-columns.ts';
import classes from './editor.module.css';
import { SegmentDefinitionForm } from './SegmentDefinitionForm.tsx';
import { SegmentPreview } from './SegmentPreview.tsx';
import { saveDisabledReason } from './save-rules.ts';
import { definitionOf } from './segment-draft.ts';
import { useSaveSegment } from './use-save-segment.ts';
import { useSegmentDraft } from './use-segment-draft.ts';
import { filterProblems, useSegmentFilterFields } from './use-segment-filter-fields.ts';
import { useSegmentName } from './use-segment-name.ts';
import { useSegmentPreview } from './use-segment-preview.ts';

const DraftPersonas = lazy(() => import('../personas/DraftPersonas.tsx'));
const SavedPersonas = lazy(() => import('../personas/SavedPersonas.tsx'));

/** Edits one segment, with a preview of its companies. */
export function SegmentEditor(props: {
  clientName: string;
  /** Null for a new one. */
  segment: Segment | null;
  /** Starts a new one with the companies that this market brought in. */
  marketId: string | undefined;
}) {
  const { clientName, segment } = props;
  const segmentId = segment?.id ?? null;
  const { companiesSchema } = useClient();
  const navigate = useNavigate();
  const edited = useSegmentDraft(clientName, segment, props.marketId);
  const { draft } = edited;
  const fields = useSegmentFilterFields(segmentId);
  const problems = useMemo(() => filterProblems(draft.filters, fields), [draft.filters, fields]);
  const nameCheck = useSegmentName(clientName, segmentId);
  const nameField = useRef<HTMLInputElement>(null);
  const preview = useSegmentPreview(draft, segmentId, problems.size === 0);
  const saving = useSaveSegment(clientName, segmentId, nameCheck);
  const columns = useMemo(
    () => shownSchema(companiesSchema, draft.selectedColumns, draft.filters),
    [companiesSchema, draft.selectedColumns, draft.filters],
  );
  const reason = saveDisabledReason({
    draft,
    isDirty: edited.isDirty || segment === null,
    nameProblem: nameCheck.problem,
    areFiltersValid: problems.size === 0,
    isDefinitionValid: definitionOf(draft) !== null,
    count: preview.isWaiting ? null : (preview.result?.count ?? null),
    isPreviewFailed: preview.error !== null,
  });

  /** Returns the saved segment's id; null if it could not be saved. */
  async function save(): Promise<string | null> {
    if (!(await nameCheck.check(draft.name))) {
      nameField.current?.focus();
      return null;
    }
    const saved = await saving.save(draft);
    if (saved === null) return null;
    edited.forget();
    return saved.id;
  }
  async function saveAndView() {
    const savedId = await save();
    if (savedId === null) return;
    await navigate({
      to: '/app/$clientName/segments/view/$segmentId',
      params: { clientName, segmentId: savedId },
      search: {},
      ignoreBlocker: true,
    });
  }
  const leave = useLeaveBlocker({
    isDirty: edited.isDirty,
    onDiscard: edited.forget,
    // A segment that cannot be saved can only be discarded.
    ...(reason === null ? { onSave: async () => (await save()) !== null } : {}),
  });

  return (
    <div className={classes.page}>
      <PageHeader
        title={segment === null ? 'Create segment' : 'Edit segment'}
        clientName={clientName}
        context={
          <TextLink to="/app/$clientName/segments" params={{ clientName }} search={{}} size="sm">
            All segments
          </TextLink>
        }
        actions={
          <>
            {segment !== null && (
              <TextLink
                to="/app/$clientName/segments/view/$segmentId"
                params={{ clientName, segmentId: segment.id }}
                search={{}}
                size="sm"
              >
                View segment
              </TextLink>
            )}
            <ReasonButton
              size="xs"
              data-tour="segment-save"
              leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
              loading={saving.isSaving}
              disabledReason={saving.isSaving ? null : reason}
              onClick={() => void saveAndView()}
            >
              Save segment
            </ReasonButton>
          </>
        }
      />
      <div className={classes.panes}>
        <div className={classes.form}>
          {edited.isRestored && (
            <Alert color="blue" icon={<IconHistory aria-hidden />} title="Your unsaved changes are back">
              <Group justify="space-between">
                They were not saved when this page was last open in this tab.
                <Button size="compact-sm" variant="default" onClick={edited.restart}>
                  Discard them
                </Button>
              </Group>
            </Alert>
          )}
          <SegmentDefinitionForm
            clientName={clientName}
            segmentId={segmentId}
            draft={draft}
            onChange={edited.change}
            fields={fields}
            nameCheck={nameCheck}
            nameField={nameField}
            serverProblems={saving.problems}
            preview={preview}
          >
            <Suspense fallback={<Skeleton height={60} />}>
              {segment === null ? (
                <DraftPersonas
                  clientName={clientName}
                  drafts={draft.personas}
                  onChange={(personas) => edited.change({ personas })}
                />
              ) : (
                <SavedPersonas clientName={clientName} segmentId={segment.id} />
              )}
            </Suspense>
          </SegmentDefinitionForm>
        </div>
        <SegmentPreview clientName={clientName} preview={preview} schema={columns} tagNames={fields.tagNames} />
      </div>
      {leave.dialog}
    </div>
  );
}
