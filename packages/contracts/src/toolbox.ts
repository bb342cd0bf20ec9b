import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const domain = z.string().trim().min(1, 'Please enter a domain').max(2_000);
/** An id, or the address of a company's page. */
const linkedIn = z.string().trim().max(2_000);

export const DOMAIN_OVERRIDES_PAGE_SIZE = 10;

export const domainOverride = z.object({
  /** The registrable domain. */
  domain: z.string(),
  linkedInId: z.string(),
  /** The company that the domain belongs to with this link; null if the universe has none yet. */
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  setBy: z.string(),
  setAt: z.string(),
});
export type DomainOverride = z.infer<typeof domainOverride>;

/** Links a domain to a LinkedIn id, before everything else that is known: one id per domain. */
export const addDomainOverride = endpoint({
  method: 'POST',
  path: '/admin/toolbox/add-domain-override',
  summary: 'Link a domain to a LinkedIn id',
  access: edit,
  audit: 'domain-override.added',
  body: z.object({ domain, linkedInId: linkedIn.min(1, 'Please enter a LinkedIn id') }),
  output: z.object({ override: domainOverride, replaced: z.object({ linkedInId: z.string() }).nullable() }),
});

export const listDomainOverrides = endpoint({
  method: 'GET',
  path: '/admin/toolbox/domain-overrides',
  summary: 'The links of domains to LinkedIn ids',
  access: view,
  audit: false,
  query: z.object({
    search: z.string().max(255).default(''),
    limit: z.coerce.number().int().min(1).max(100).default(DOMAIN_OVERRIDES_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(domainOverride), count: z.number().int().nonnegative() }),
});

export const removeDomainOverride = endpoint({
  method: 'POST',
  path: '/admin/toolbox/remove-domain-override',
  summary: 'Undo the link of a domain to a LinkedIn id',
  access: edit,
  audit: 'domain-override.removed',
  body: z.object({ domain }),
  output: z.object({ removed: z.boolean() }),
});

export const IDENTITY_RULES = ['override', 'linkedin', 'domain', 'alias', 'new'] as const;

const candidate = z.object({
  companyId: z.string(),
  name: z.string(),
  domain: z.string(),
  linkedInId: z.string().nullable(),
});

/** Tells which company a domain and a LinkedIn page belong to, by which rule, and which candidate lost. */
export const testIdResolution = endpoint({
  method: 'POST',
  path: '/admin/toolbox/test-id-resolution',
  summary: 'Check which company a domain and a LinkedIn page belong to',
  access: view,
  audit: false,
  body: z
    .object({ domain: z.string().trim().max(2_000).default(''), linkedInUrl: linkedIn.default('') })
    .refine((input) => input.domain !== '' || input.linkedInUrl !== '', {
      message: 'Please enter a domain or a LinkedIn URL',
    }),
  output: z.object({
    /** What was looked up: the registrable domain and the LinkedIn id. */
    domain: z.string().nullable(),
    linkedInId: z.string().nullable(),
    rule: z.enum(IDENTITY_RULES),
    company: candidate.nullable(),
    /** The company that the other name belongs to. */
    loser: candidate.nullable(),
    /** The LinkedIn id that staff linked the domain to. */
    overriddenLinkedInId: z.string().nullable(),
  }),
});
