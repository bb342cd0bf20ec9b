import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { canStart } from './integration-jobs.ts';

const importing = { kind: 'client', permission: 'ADMIN', feature: 'crmImport' } as const;
const id = z.string().min(1).max(100);

/** Whether reading the CRM's fields can start. */
export const checkStartCrmImport = endpoint({
  method: 'POST',
  path: '/app/crm-imports/check-start',
  summary: 'Whether an import from the CRM can start',
  access: importing,
  audit: false,
  body: z.object({ integrationId: id }),
  output: canStart,
});

/** Reads the CRM's fields and records. Cancels an import that runs. */
export const startCrmImport = endpoint({
  method: 'POST',
  path: '/app/crm-imports/start',
  summary: 'Import from the CRM',
  access: importing,
  audit: 'crm-import.started',
  body: z.object({ integrationId: id }),
  output: z.object({ started: z.boolean(), jobId: z.string() }),
});

export const stopCrmImport = endpoint({
  method: 'POST',
  path: '/app/crm-imports/stop',
  summary: 'Stop an import from the CRM',
  access: importing,
  audit: 'crm-import.stopped',
  body: z.object({ jobId: id }),
  output: z.object({ stopped: z.boolean() }),
});
