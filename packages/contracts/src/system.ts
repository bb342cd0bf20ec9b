import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { job } from './jobs.ts';

/** A condition that keeps the installation from answering in full, such as lost rows. */
const systemProblem = z.object({ id: z.string(), message: z.string(), since: z.iso.datetime() });
export type SystemProblem = z.infer<typeof systemProblem>;

/** What is wrong with the installation at the moment, longest first. */
export const listSystemProblems = endpoint({
  method: 'GET',
  path: '/admin/system/problems',
  summary: 'The problems of the installation',
  access: { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' },
  audit: false,
  output: z.object({ problems: z.array(systemProblem) }),
});

/** The installation's own jobs, such as imports, that run or ended in the last hour; newest first. */
export const listSystemJobs = endpoint({
  method: 'GET',
  path: '/admin/system/jobs',
  summary: 'The jobs of the installation',
  access: { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' },
  audit: false,
  output: z.object({ jobs: z.array(job) }),
});
