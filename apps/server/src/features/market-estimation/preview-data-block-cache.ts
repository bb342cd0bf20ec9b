import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readEstimate } from './estimate-execution.ts';

/** Reads the state of an estimate, which keeps it alive. Throws NOT_FOUND. */
export const previewDataBlockCache: Verb<typeof contracts.previewDataBlockCache> = async (scope, { executionId }) =>
  readEstimate(scope.executions, executionId);
