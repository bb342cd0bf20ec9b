import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Starts a build of an account's dataset. `acceptLoss` builds from the rows that damaged tables still have, however
 * many companies the new version loses.
 */
export const triggerBuild = endpoint({
  method: 'POST',
  path: '/admin/client-configs/:name/trigger',
  summary: 'Build the dataset of an account',
  access: { kind: 'staff', permission: 'EDIT_ACCOUNTS' },
  audit: 'dataset.build-triggered',
  params: z.object({ name: z.string() }),
  body: z.object({ resetDataset: z.boolean().default(false), acceptLoss: z.boolean().default(false) }),
  output: z.object({ executionId: z.string() }),
});

/** Starts a build of the account's dataset for its administrators. Answers with the job. */
export const refreshDataset = endpoint({
  method: 'POST',
  path: '/app/dataset/refresh',
  summary: 'Refresh the dataset now',
  access: { kind: 'client', permission: 'ADMIN', apiKeys: 'write' },
  audit: 'dataset.refresh-requested',
  output: z.object({ jobId: z.string() }),
});
