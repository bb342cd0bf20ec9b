import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { creationResults, externalFieldsCreation } from './external-fields-job.ts';

const UNFINISHED: readonly string[] = ['WAITING', 'PROCESSING'];

/** Returns how the creation of fields goes on. Throws NOT_FOUND. */
export const getExternalFieldsCreation: Verb<typeof contracts.getExternalFieldsCreation> = async (scope, input) => {
  const { integrationId, executionId } = input;
  const job = await scope.jobs.get(executionId, scope.client.id);
  const wanted = externalFieldsCreation.input.safeParse(job?.input).data;
  if (job?.type !== externalFieldsCreation.type || wanted?.integrationId !== integrationId) {
    throw new AppError('NOT_FOUND', 'There is no such creation of fields.', { executionId });
  }
  const results = job.checkpoint === null ? [] : creationResults.parse(job.checkpoint);
  if (UNFINISHED.includes(job.status)) return { status: 'RUNNING', results };
  // The job itself ended before these.
  const left = wanted.fields.slice(results.length).map(({ recordType, internalFieldName }) => ({
    recordType,
    internalFieldName,
    externalName: null,
    errorMessage: job.error ?? 'The creation of fields was stopped.',
  }));
  const all = [...results, ...left];
  return { status: all.some(({ externalName }) => externalName !== null) ? 'SUCCEEDED' : 'FAILED', results: all };
};
