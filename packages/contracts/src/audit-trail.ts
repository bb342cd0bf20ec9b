import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const AUDIT_PAGE_SIZE = 50;

const part = z.string().trim().max(255).default('');
const day = z.iso.date('Please enter a date as yyyy-mm-dd').optional();

/** A change in the account. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** An email address, with the API key if one was used, or the name of a job or command. */
  actor: z.string(),
  /** E.g. `market.saved`. */
  action: z.string(),
  /** The target's name at that time. */
  target: z.string(),
  /** The target's id, if its name can change or be reused. */
  targetId: z.string().nullable(),
  /** The relevant values before and after the change, or null. */
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/**
 * The account's audit trail, newest first. Texts match substrings ignoring case, `target` also whole ids; both days are
 * inclusive, in UTC.
 */
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
    /** All actions that occur in the account's trail. */
    actions: z.array(z.string()),
  }),
});

/** One change to the account. */
export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/app/audit-trail/:entryId',
  summary: 'One change in the account',
  access: { kind: 'client', permission: 'ADMIN', apiKeys: 'read' },
  audit: false,
  params: z.object({ entryId: z.string().regex(/^\d{1,18}$/, 'Not an entry of the audit trail') }),
  output: z.object({ entry: auditEntry }),
});
