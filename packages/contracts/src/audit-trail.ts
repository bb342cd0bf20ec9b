import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Rows on one page of the audit trail. */
export const AUDIT_PAGE_SIZE = 50;

const part = z.string().trim().max(255).default('');
const day = z.iso.date('Please enter a date as yyyy-mm-dd').optional();

/** Something that was changed in the account. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Who did it: an e-mail address, if need be with the API key, or the name of a job or command. */
  actor: z.string(),
  /** What was done, e.g. `market.saved`. */
  action: z.string(),
  /** What it was done to, by the name that it had then. */
  target: z.string(),
  /** Its id, where names change or come back. */
  targetId: z.string().nullable(),
  /** What it was before and is after, as far as it concerns the change; null for nothing. */
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string().nullable(),
});
/** Something that was changed in the account. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** What was changed in the account, newest first. Texts find parts, ignoring case, and `target` whole ids, too; both days
 * are included, in UTC. */
export const listAuditTrail = endpoint({
  method: 'GET',
  path: '/app/audit-trail',
  summary: 'What was changed in the account',
  access: { kind: 'client', permission: 'ADMIN', apiKeys: 'read' },
  audit: false,
  query: z.object({
    actor: part,
    action: z.string().max(100).default(''),
    target: part,
    from: day,
    to: day,
    limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    items: z.array(auditEntry),
    count: z.number().int().nonnegative(),
    /** Every action that occurs in the account's trail. */
    actions: z.array(z.string()),
  }),
});
