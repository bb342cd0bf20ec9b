import type { AccountJob, Job } from '@quarry/contracts';
import { capitalise } from '../../lib/format.ts';

/** Names of types that would not read well as words. */
const NAMES: Readonly<Record<string, string>> = {
  'crm-import': 'Import from the CRM',
  'csv-export': 'Export',
  'data-points-compute': 'Computation of data points',
  'external-fields-creation': 'Creation of CRM fields',
  'integration-dry-run': 'Dry run of a sync',
  'integration-sync': 'Sync',
  'integration-undo': 'Undo of a sync',
  'persona-search': 'Search for contacts',
};
/** Follow-up and upkeep jobs that nobody waits for. */
const HIDDEN_TYPES = new Set([
  'client-deletion',
  'company-import-upkeep',
  'crm-import-schedule',
  'dataset-upkeep',
  'estimation-upkeep',
  'export-mail',
  'export-upkeep',
  'integration-auto-syncs',
  'integration-upkeep',
  'mail',
  'persona-upkeep',
  'reset-code',
]);

/** False for jobs that only fill a list. */
export const isShown = ({ type }: Job): boolean => !HIDDEN_TYPES.has(type);

/** True for waiting jobs, too. */
export function isRunning(job: Job): boolean {
  return job.status === 'WAITING' || job.status === 'PROCESSING';
}

/** True for jobs after which the account has another version of its dataset. */
export const rewritesDataset = ({ type }: Job): boolean => type === 'dataset-build' || type === 'data-points-compute';

/** The job's type in words and what it is about: `Export of companies: Nordic banks`. */
export function jobName(job: Job & Partial<Pick<AccountJob, 'subject'>>): string {
  const name = NAMES[job.type] ?? capitalise(job.type.replace(/[-_.:]+/g, ' ').toLowerCase());
  return job.subject ? `${name}: ${job.subject}` : name;
}
