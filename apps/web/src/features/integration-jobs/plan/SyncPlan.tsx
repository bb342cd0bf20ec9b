import { Alert, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { DRY_RUN_SAMPLE, type SyncPlan as Plan, undoSync } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { formatNumber, plural } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Figure, Figures } from '../../../ui/Figures.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ExportCsv } from '../../exports/ExportCsv.tsx';
import { connectorName } from '../../integrations/connector-types.ts';
import { integrationJobsKey, syncPlanQuery } from '../queries.ts';
import { PlannedRecord } from './PlannedRecord.tsx';
import { actionState, callsText, durationText, exceedsDay } from './plan-words.ts';

type Action = Plan['sample'][number]['action'];

/** What an ended dry run or preview of an undo found. The latter can then be carried out. */
export default function SyncPlan(props: { jobId: string; onStarted?: (jobId: string) => void }) {
  const { clientName } = useClient();
  const query = useQuery(syncPlanQuery(clientName, props.jobId));
  const plan = query.data;
  if (query.isError && plan === undefined) {
    return <ErrorState title="The plan could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (plan === undefined) return <LoadingState label="Loading the plan" />;
  const { job } = plan;
  if (job.status !== 'COMPLETE') return <Text size="sm">There is no plan, because the job did not end well.</Text>;
  return (
    <Stack gap="md">
      <PlanFigures plan={plan} />
      <Costs plan={plan} />
      {job.taskName === 'Undo Preview' && job.undoes !== null && (
        <CarryOut undoes={job.undoes} plan={plan} onStarted={props.onStarted} />
      )}
      <Sample plan={plan} />
    </Stack>
  );
}

function PlanFigures({ plan }: { plan: Plan }) {
  const isUndo = plan.job.taskName !== 'Dry Run';
  const kinds = [
    { label: 'Companies', counts: plan.companies },
    { label: 'Contacts', counts: plan.contacts },
  ];
  const names = isUndo
    ? ({
        create: 'to archive',
        update: 'to restore',
        skip: 'stay',
        ambiguous: null,
        fail: "can't be taken back",
      } as const)
    : ({
        create: 'to create',
        update: 'to update',
        skip: 'to skip',
        ambiguous: 'several matches',
        fail: 'will fail',
      } as const);
  return kinds.map(({ label, counts }) => (
    <section key={label} aria-label={label}>
      <Title order={3} mb={6}>
        {label}
      </Title>
      <Figures>
        {(['create', 'update', 'skip', 'ambiguous', 'fail'] as const).map(
          (kind) =>
            names[kind] !== null && (
              <Figure key={kind} label={names[kind]}>
                {formatNumber(counts[kind])}
              </Figure>
            ),
        )}
      </Figures>
    </section>
  ));
}

function Costs({ plan }: { plan: Plan }) {
  const calls = callsText(plan);
  const name = connectorName(plan.job.integrationType);
  if (calls === null && plan.estimatedSeconds === null) return null;
  return (
    <>
      <Facts>
        {calls !== null && (
          <Fact label="Takes">
            {calls} of {name}
          </Fact>
        )}
        {plan.estimatedSeconds !== null && <Fact label="Duration">About {durationText(plan.estimatedSeconds)}</Fact>}
      </Facts>
      {exceedsDay(plan) && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="More than what is left today">
          The sync would pause when the allowance of {name} is used up, and go on by itself once there is a new one.
        </Alert>
      )}
    </>
  );
}

/** Takes the sync back as the preview says. */
function CarryOut(props: { undoes: string; plan: Plan; onStarted: ((jobId: string) => void) | undefined }) {
  const { undoes, plan, onStarted } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const archived = plan.companies.create + plan.contacts.create;
  const restored = plan.companies.update + plan.contacts.update;
  const carryOut = useMutation({
    mutationFn: () =>
      call(undoSync, { jobId: undoes, isPreview: false, archiveCreated: archived > 0 }, { client: clientName }),
    onSuccess: async ({ jobId }) => {
      notifySuccess('The sync is being taken back');
      await cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) });
      onStarted?.(jobId);
    },
    onError: (error) => notifyError(messageOf(error), { title: 'The sync could not be taken back' }),
  });
  if (archived + restored === 0) return <Text size="sm">There is nothing left to take back.</Text>;
  return (
    <Group>
      <Button color="red" loading={carryOut.isPending} onClick={() => carryOut.mutate()}>
        Restore {plural(restored, 'record')}
        {archived > 0 ? ` and archive ${formatNumber(archived)}` : ''}
      </Button>
    </Group>
  );
}

function Sample({ plan: { job, sample } }: { plan: Plan }) {
  const [shown, setShown] = useState<Action | null>(null);
  const actions = [...new Set(sample.map(({ action }) => action))];
  if (sample.length === 0) return null;
  const records = shown === null ? sample : sample.filter(({ action }) => action === shown);
  return (
    <section aria-labelledby="plan-sample">
      <Group justify="space-between" mb={6}>
        <Title order={3} id="plan-sample">
          {sample.length < DRY_RUN_SAMPLE ? 'Record by record' : `A sample of ${DRY_RUN_SAMPLE} records`}
        </Title>
        <Group gap="sm">
          {actions.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Show"
              data={[
                { value: '', label: 'All' },
                ...actions.map((action) => ({ value: action, label: actionState(action).label })),
              ]}
              value={shown ?? ''}
              onChange={(value) => setShown(actions.find((action) => action === value) ?? null)}
            />
          )}
          <ExportCsv request={{ exportType: 'SYNC_PLAN', exportConfig: { jobId: job.id } }} />
        </Group>
      </Group>
      {records.map((record) => (
        <PlannedRecord key={`${record.recordType} ${record.recordId}`} record={record} />
      ))}
    </section>
  );
}
