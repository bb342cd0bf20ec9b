import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** EMAIL: one address. PERSON: a profile by its address. DOMAIN: every address and company at a domain or below it. */
export const SUPPRESSION_KINDS = ['EMAIL', 'PERSON', 'DOMAIN'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

export const SUPPRESSIONS_PAGE_SIZE = 50;
/** Lines per call. */
export const SUPPRESSION_LINES_MAX = 5_000;
export const SUPPRESSION_NOTE_MAX = 500;
/** Per account. */
export const MAX_SUPPRESSIONS = 500_000;

/** A person or a domain that the account must not contact. */
export const suppression = z.object({
  id: z.string(),
  kind: z.enum(SUPPRESSION_KINDS),
  /** In lower case and without the parts that do not identify it, such as `https://`. */
  value: z.string(),
  note: z.string().nullable(),
  /** Who added it; null if the person no longer exists. */
  createdBy: z.string().nullable(),
  createdAt: z.string(),
});
export type Suppression = z.infer<typeof suppression>;

/** The account's list, newest first. `search` matches parts of values and notes, ignoring case. */
export const listSuppressions = endpoint({
  method: 'GET',
  path: '/app/suppressions',
  summary: 'Whom the account must not contact',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  query: z.object({
    search: z.string().trim().max(255).default(''),
    kind: z.enum(SUPPRESSION_KINDS).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(SUPPRESSIONS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(suppression), count: z.number().int() }),
});

/**
 * Adds lines as people paste them, each an email address, a profile's address or a domain; blank ones are ignored. The
 * valid lines are added also if others are not. The same line twice counts as already listed.
 */
export const addSuppressions = endpoint({
  method: 'POST',
  path: '/app/suppressions',
  summary: 'Add to the list of whom not to contact',
  access: { kind: 'client', permission: 'ADMIN' },
  audit: 'suppressions.added',
  body: z.object({
    entries: z
      .array(z.string().max(2_048, 'A line can have at most 2,048 characters'))
      .min(1, 'Please enter at least one line')
      .max(
        SUPPRESSION_LINES_MAX,
        `At most ${SUPPRESSION_LINES_MAX.toLocaleString('en-US')} lines can be added at once`,
      ),
    note: z
      .string()
      .trim()
      .max(SUPPRESSION_NOTE_MAX, `A note can have at most ${SUPPRESSION_NOTE_MAX} characters`)
      .nullable()
      .default(null),
  }),
  output: z.object({
    added: z.number().int(),
    alreadyListed: z.number().int(),
    /** The lines that are neither. */
    invalid: z.array(z.string()),
  }),
});

/** Removes an entry, so that the account may contact the person or the domain again. */
export const removeSuppression = endpoint({
  method: 'DELETE',
  path: '/app/suppressions/:id',
  summary: 'Remove from the list of whom not to contact',
  access: { kind: 'client', permission: 'ADMIN' },
  audit: 'suppression.removed',
  params: z.object({ id: z.string().min(1).max(100) }),
  output: z.object({ id: z.string() }),
});
