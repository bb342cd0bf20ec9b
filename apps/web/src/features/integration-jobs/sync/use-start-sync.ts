import {
  type CallOf,
  type CantStartReason,
  checkStartIntegrationJob,
  type OutputOf,
  startDryRun,
  startIntegrationJob,
  stopIntegrationJob,
} from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError } from '../../../lib/notify.ts';
import { pause } from '../../../lib/pause.ts';
import { integrationJobsKey } from '../queries.ts';

const STOPPED_POLL_MS = 2_500;

export type Scope = Omit<CallOf<typeof startIntegrationJob>, 'integrationId'>;
type CanStart = OutputOf<typeof checkStartIntegrationJob>;

/** What the start of a sync is about. */
interface Start {
  readonly integrationId: string;
  readonly scope: Scope;
  readonly isDryRun: boolean;
  /** The job that runs and is stopped first. */
  readonly replaces: string | null;
}

/** Starts a sync or a dry run; `onStarted` gets the job's id. */
export function useStartSync(onStarted: (jobId: string) => void) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ integrationId, scope, isDryRun, replaces }: Start) => {
      if (replaces !== null) {
        await call(stopIntegrationJob, { jobId: replaces }, { client: clientName });
        await untilFree(clientName, integrationId);
      }
      const request = { integrationId, ...scope };
      return isDryRun
        ? await call(startDryRun, request, { client: clientName })
        : await call(startIntegrationJob, request, { client: clientName });
    },
    onSuccess: ({ jobId }) => onStarted(jobId),
    onError: (error) => notifyError(startFailure(error), { title: "Couldn't start the sync job." }),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) }),
        // The jobs indicator polls rarely while nothing runs.
        cache.invalidateQueries({ queryKey: ['jobs', clientName] }),
      ]),
  });
}

/** Waits until the records in flight are finished. Throws ApiError. */
async function untilFree(clientName: string, integrationId: string): Promise<void> {
  for (;;) {
    const check = await call(checkStartIntegrationJob, { integrationId }, { client: clientName });
    if (check.cantStartJobReason !== 'INTEGRATION_JOB_ALREADY_RUNNING') return;
    await pause(STOPPED_POLL_MS);
  }
}

/** Why a sync can't start, in a sentence; null if it can. */
export function cantStartText({ cantStartJobReason, canStartJob }: CanStart): string | null {
  if (canStartJob) return null;
  return cantStartJobReason === null
    ? "Couldn't start a job, please contact Quarry team"
    : reasonText(cantStartJobReason);
}

function reasonText(reason: CantStartReason): string {
  return reason === 'INTEGRATION_JOB_ALREADY_RUNNING'
    ? 'A sync is currently in progress'
    : "Couldn't start a job, There is a problem with your connector configuration";
}

function startFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return "Couldn't start a job, please contact Quarry team";
  if (error.errorCode === 'INTEGRATION_INCORRECTLY_CONFIGURED') return reasonText(error.errorCode);
  if (error.errorCode === 'INTEGRATION_JOB_ALREADY_RUNNING') return reasonText(error.errorCode);
  return error.status >= 500 || error.status === 0
    ? "Couldn't start a job, please contact Quarry team"
    : messageOf(error);
}
