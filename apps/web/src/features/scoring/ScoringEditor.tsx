import { Alert, Button, Group } from '@mantine/core';
import type { ScoringConfig } from '@quarry/contracts';
import { IconAlertTriangle, IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { useFilterFields } from '../data-points/use-filter-fields.ts';
import { RankedCompanies } from './RankedCompanies.tsx';
import type { StartRules } from './rules-hash.ts';
import { ScoresCard } from './ScoresCard.tsx';
import { ScoringBadges } from './ScoringBadges.tsx';
import { ScoringRules } from './ScoringRules.tsx';
import classes from './scoring.module.css';
import { chosenRules } from './scoring-draft.ts';
import { useRuleProblems } from './use-rule-problems.ts';
import { CORRECT_ERRORS, EDITOR_TOAST, useSaveScoring } from './use-save-scoring.ts';
import { useScorePreview } from './use-score-preview.ts';
import { useScoringDraft } from './use-scoring-draft.ts';

const NAME_AND_FILTER = 'Please set a name and select at least one filter';

/** Edits, previews and saves one scoring field. */
export function ScoringEditor(props: {
  clientName: string;
  /** The saved field; null for a new one. */
  config: ScoringConfig | null;
  /** What a new field starts with. */
  newField: { readonly name: string; readonly start: StartRules | null };
  /** Gives the editor the URL of the field after its first save. */
  onFirstSave: (scoringConfigId: string) => Promise<void>;
}) {
  const { clientName, config } = props;
  const { companiesSchema } = useClient();
  const ownField = config?.fieldName;
  // A score that used itself would have no value.
  const schema = useMemo(
    () => companiesSchema.filter(({ fieldName }) => fieldName !== ownField),
    [companiesSchema, ownField],
  );
  const filterFields = useFilterFields(schema, '');
  const edited = useScoringDraft(clientName, config, props.newField);
  const { draft } = edited;
  const problems = useRuleProblems(draft.rules, filterFields.byName);
  const savedProblems = useRuleProblems(draft.base.rules, filterFields.byName);
  const saving = useSaveScoring(clientName, config?.id ?? null, problems);
  const preview = useScorePreview(problems.usable, savedProblems.usable);
  const chosen = chosenRules(draft.rules);
  const isIncomplete = draft.name.trim() === '' || draft.rules[0]?.field === '' || chosen.length === 0;
  const usedFields = useMemo(() => {
    const names = new Set(problems.usable.map(({ field }) => field));
    return schema.filter(({ fieldName }) => names.has(fieldName));
  }, [schema, problems.usable]);

  /** `isLeaving` keeps the URL, since navigation follows. */
  async function save(isLeaving = false): Promise<boolean> {
    if (!problems.check()) {
      notifyError(CORRECT_ERRORS, { id: EDITOR_TOAST, title: 'Error saving scoring field' });
      return false;
    }
    const saved = await saving.save({ ...draft, rules: chosen });
    if (saved === null) return false;
    edited.markSaved(draft, saved);
    if (config === null && !isLeaving) await props.onFirstSave(saved.id);
    return true;
  }
  const leave = useLeaveBlocker({
    isDirty: edited.isDirty,
    onDiscard: edited.forget,
    // A field without a name or rules cannot be saved.
    ...(isIncomplete ? {} : { onSave: () => save(true) }),
  });

  return (
    <div className={classes.page}>
      <PageHeader
        title={config?.name ?? 'New scoring field'}
        clientName={clientName}
        badge={config && <ScoringBadges config={config} />}
        context={
          <TextLink to="/app/$clientName/scoring" params={{ clientName }} size="sm">
            All scoring fields
          </TextLink>
        }
        actions={
          <>
            {isIncomplete && <span className={classes.saveHint}>{NAME_AND_FILTER}</span>}
            <ReasonButton
              leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
              loading={saving.isSaving}
              disabledReason={isIncomplete ? NAME_AND_FILTER : edited.isDirty ? null : 'There is nothing to save'}
              onClick={() => void save()}
            >
              Save
            </ReasonButton>
          </>
        }
      />
      <div className={classes.notices}>
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
        {edited.isOutdated && edited.isDirty && (
          <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="Someone else changed this scoring field">
            <Group justify="space-between">
              Saving replaces their rules with the ones that you see here.
              <Button size="compact-sm" variant="default" onClick={edited.restart}>
                Take theirs
              </Button>
            </Group>
          </Alert>
        )}
      </div>
      <div className={classes.cards}>
        <ScoringRules
          edited={edited}
          filterFields={filterFields}
          problems={problems}
          problem={config?.problem ?? null}
        />
        <div className={classes.results}>
          <ScoresCard
            preview={preview}
            usable={problems.usable.length}
            incomplete={draft.rules.length - problems.usable.length}
          />
          <RankedCompanies preview={preview} fields={usedFields} tagNames={filterFields.tagNames} />
        </div>
      </div>
      {leave.dialog}
    </div>
  );
}
