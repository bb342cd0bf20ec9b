import { Alert, Card, Text, Title } from '@mantine/core';
import { createCoverageAnalysis, updateCoverageAnalysis } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { DraftCriteria } from '../data-blocks/DraftCriteria.tsx';
import { CoverageCriteria } from './CoverageCriteria.tsx';
import { CoverageDomains } from './CoverageDomains.tsx';
import classes from './coverage.module.css';
import { type CoverageDraft, domainsProblem } from './coverage-draft.ts';
import { FieldRangesCard } from './FieldRangesCard.tsx';
import { coverageKey } from './queries.ts';
import { useCoverageRun } from './use-coverage-run.ts';

const CoverageResultView = lazy(async () => ({
  default: (await import('./CoverageResultView.tsx')).CoverageResultView,
}));

/** Edits, saves and runs an analysis. `id` is null until it is saved. */
export function CoverageEditor({ id, start }: { id: string | null; start: CoverageDraft }) {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(start);
  const [saved, setSaved] = useState(start);
  const run = useCoverageRun();
  const isDirty = draft !== saved;
  const save = useMutation({
    mutationFn: async () => {
      const { name, clientName, domains, sourcingCriteria, dataBlockConfigs, fieldRanges } = draft;
      const body = { name, clientName, domains, sourcingCriteria, dataBlockConfigs, fieldRanges };
      return id === null ? call(createCoverageAnalysis, body) : call(updateCoverageAnalysis, { id, ...body });
    },
    onSuccess: () => {
      setSaved(draft);
      notifySuccess('Analysis saved');
      void cache.invalidateQueries({ queryKey: coverageKey });
    },
    onError: (error) => notifyError(messageOf(error), { title: 'Failed to save analysis' }),
  });
  const blocker = useLeaveBlocker({
    isDirty,
    ...(id === null
      ? {}
      : {
          onSave: async () => {
            try {
              await save.mutateAsync();
              return true;
            } catch (error) {
              console.debug('The analysis was not saved', error);
              return false;
            }
          },
        }),
  });
  const saveNew = () =>
    save.mutate(undefined, {
      onSuccess: ({ coverageAnalysis }) => {
        if (id !== null) return;
        void navigate({
          to: '/admin/coverage-analysis/$id',
          params: { id: coverageAnalysis.id },
          replace: true,
          ignoreBlocker: true,
        });
      },
    });
  const inputProblem =
    domainsProblem(draft.domains) ??
    (countRules(draft.sourcingCriteria) === 0 ? 'Please add at least one condition' : null);
  const saveProblem = !mayEdit
    ? 'This needs the permission to edit accounts'
    : (inputProblem ??
      (draft.name.trim() === '' ? 'Please enter a name' : draft.clientName === '' ? 'Please enter a client' : null));
  const change = (part: Partial<CoverageDraft>) => setDraft((old) => ({ ...old, ...part }));
  const ruleProblems = new Map(
    [...ruleProblemsOf(run.error), ...ruleProblemsOf(save.error)].map(({ ruleId, reason }) => [ruleId, reason]),
  );
  return (
    <DraftCriteria
      criteria={draft.sourcingCriteria}
      configs={draft.dataBlockConfigs}
      onConfigs={(dataBlockConfigs) => {
        run.clear();
        change({ dataBlockConfigs });
      }}
    >
      <PageHeader
        title={id === null ? 'New coverage analysis' : saved.name}
        context={isDirty ? 'There are unsaved changes' : null}
        actions={
          <>
            {id !== null && /^[a-z0-9_-]+$/.test(saved.clientName) ? (
              <ButtonLink to="/admin/clients/$name" params={{ name: saved.clientName }} variant="default">
                Open client
              </ButtonLink>
            ) : null}
            <ReasonButton
              variant="default"
              loading={save.isPending}
              disabledReason={saveProblem ?? (isDirty || id === null ? null : 'There are no changes to save')}
              onClick={saveNew}
            >
              Save
            </ReasonButton>
            <ReasonButton loading={run.isRunning} disabledReason={inputProblem} onClick={() => run.run(draft)}>
              Run
            </ReasonButton>
          </>
        }
      />
      <div className={classes.page}>
        <div className={classes.inputs}>
          <CoverageDomains draft={draft} onChange={change} />
          <FieldRangesCard draft={draft} onChange={change} />
        </div>
        <CoverageCriteria
          criteria={draft.sourcingCriteria}
          problems={ruleProblems}
          onChange={(sourcingCriteria) => {
            // What was found no longer belongs to the criteria.
            run.clear();
            change({ sourcingCriteria });
          }}
        />
        <Card withBorder component="section" aria-labelledby="coverage-result">
          <Title order={2} id="coverage-result" mb="sm">
            Result
          </Title>
          {run.error === null ? null : (
            <Alert color="red" role="alert">
              {messageOf(run.error).startsWith('Sorry')
                ? messageOf(run.error)
                : `Sorry, preview errored: ${messageOf(run.error)}`}
            </Alert>
          )}
          {run.isRunning ? <LoadingState label="Evaluating the targets" height={160} /> : null}
          {run.result === null && !run.isRunning && run.error === null ? (
            <Text c="dimmed" size="sm">
              Run tells which of the domains the criteria let in, rule by rule, and what each rule costs.
            </Text>
          ) : null}
          {run.result === null ? null : (
            <Suspense>
              <CoverageResultView result={run.result} name={draft.name} />
            </Suspense>
          )}
        </Card>
      </div>
      {blocker.dialog}
    </DraftCriteria>
  );
}
