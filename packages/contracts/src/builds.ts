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
