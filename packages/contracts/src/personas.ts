import { z } from 'zod';
import { choices, countries, keywords, negativeKeywords } from './config-fields.ts';
import { endpoint } from './endpoint.ts';
import { executionAnswer } from './execution.ts';
import { SENIORITIES, SENIORITY_NAMES } from './people.ts';

const access = { kind: 'client' } as const;
const count = z.number().int().nonnegative();
const id = z.string().min(1).max(100);
const ofSegment = z.object({ segmentId: id });
const onePersona = z.object({ segmentId: id, personaId: id });

export const PERSONA_NAME_MAX = 255;
export const MAX_CRITERIA_GROUPS = 50;
export const MAX_CONTACTS_PER_COMPANY = 5;
/** Per segment. */
export const MAX_PERSONAS = 100;
export const PERSONA_PREVIEW_PAGE_SIZE = 50;

export const personaName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for the persona')
  .max(PERSONA_NAME_MAX, `A name can have at most ${PERSONA_NAME_MAX} characters`);

/** People who match every list that has entries; a list's entries are alternatives. */
export const criteriaGroup = z
  .object({
    positionInclusionKeywords: keywords({
      label: 'Position contains',
      description: 'People with any of these in their position',
      phrase: 'with {} in the position',
    }),
    positionExclusionKeywords: negativeKeywords({
      label: 'Position does not contain',
      description: 'Leaves out people with any of these in their position',
      phrase: 'without {} in the position',
    }),
    seniorities: choices(SENIORITIES, { label: 'Seniorities', phrase: 'at the level of {}', names: SENIORITY_NAMES }),
    countries: countries(),
  })
  .refine((group) => Object.values(group).some((list) => list.length > 0), {
    message: 'Give at least one keyword, seniority or country',
  });
export type CriteriaGroup = z.output<typeof criteriaGroup>;

export const searchOptions = z.object({
  numContactsRequiredPerCompany: z.number().int().min(1).max(MAX_CONTACTS_PER_COMPANY).default(1),
  isEmailRequired: z.boolean().default(true),
  /** Only with the feature phoneNumbers. */
  checkPhoneNumber: z.boolean().default(false),
  /** The most contact credits that one search may spend; null for no cap. */
  maxCredits: z.number().int().min(1).max(10_000_000).nullable().default(null),
});
export type SearchOptions = z.output<typeof searchOptions>;

/** Groups by priority: people of a later one are only taken once the earlier ones are used up. */
export const criteriaGroups = z
  .array(criteriaGroup)
  .min(1, 'A persona needs at least one group of criteria')
  .max(MAX_CRITERIA_GROUPS, `A persona can have at most ${MAX_CRITERIA_GROUPS} groups`);

export const SEARCH_STATUSES = ['NEW', 'QUEUED', 'RUNNING', 'COMPLETE', 'ERROR'] as const;
export type SearchStatus = (typeof SEARCH_STATUSES)[number];
export const SEARCH_ERROR_REASONS = ['OUT_OF_CREDITS', 'OUT_OF_PHONE_NUMBER_CREDITS', 'UNKNOWN'] as const;

/** Whom to find at each company of a segment. */
export const persona = z.object({
  id: z.string(),
  segmentId: z.string(),
  name: z.string(),
  criteriaGroups: z.array(criteriaGroup),
  searchOptions,
  searchStatus: z.enum(SEARCH_STATUSES),
  /** Null unless ERROR. */
  errorReason: z.enum(SEARCH_ERROR_REASONS).nullable(),
  /** A remark about the last search, such as that it stopped at its cap. */
  searchNote: z.string().nullable(),
  /** Companies that the current search has finished. */
  searchProgressCompanies: count,
  /** People whom it includes now. */
  sizeContacts: count,
  createdAt: z.string(),
});
export type Persona = z.infer<typeof persona>;

const savedPersona = z.object({
  name: personaName,
  criteriaGroups,
  searchOptions: searchOptions.prefault({}),
});

/** The personas of a segment, oldest first. */
export const listPersonas = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/personas/items',
  summary: 'The personas of a segment',
  access,
  audit: false,
  params: ofSegment,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(persona), count }),
});

/** Creates a persona; nothing is searched or charged until `startPersonaSearch`. Names are unique within the segment. */
export const createPersona = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/personas/items',
  summary: 'Create a persona',
  access,
  audit: 'persona.created',
  params: ofSegment,
  body: savedPersona,
  output: z.object({ item: persona }),
});

export const getPersona = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/personas/items/:personaId',
  summary: 'One persona',
  access,
  audit: false,
  params: onePersona,
  output: z.object({ item: persona }),
});

/**
 * Saves a persona. Included contacts that no longer match are removed. A waiting or running search starts again at the
 * end of the queue; a finished one becomes NEW. A new name alone changes neither.
 */
export const updatePersona = endpoint({
  method: 'PUT',
  path: '/app/segments/items/:segmentId/personas/items/:personaId',
  summary: 'Save a persona',
  access,
  audit: 'persona.saved',
  params: onePersona,
  body: savedPersona,
  output: z.object({ item: persona }),
});

/** Deletes a persona and cancels its search. The account keeps its contacts. */
export const deletePersona = endpoint({
  method: 'DELETE',
  path: '/app/segments/items/:segmentId/personas/items/:personaId',
  summary: 'Delete a persona',
  access,
  audit: 'persona.deleted',
  params: onePersona,
  output: z.object({ id: z.string() }),
});

export const validatePersonaName = endpoint({
  method: 'POST',
  path: '/app/segments/validate-persona-name',
  summary: 'Whether a persona of a segment can have a name',
  access: { kind: 'client', apiKeys: 'read' },
  audit: false,
  body: z.object({ segmentId: id, personaName, personaId: id.optional() }),
  output: z.object({ isValid: z.boolean(), existingPersonaId: z.string().nullable() }),
});

/**
 * Starts the search for contacts, or puts it behind the account's running ones. While one waits or runs, only answers
 * its status. Throws INSUFFICIENT_CREDITS if the most that it can cost exceeds a known balance.
 */
export const startPersonaSearch = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/personas/items/:personaId/start-search',
  summary: 'Start the search for contacts of a persona',
  access,
  audit: 'persona.search-started',
  params: onePersona,
  output: z.object({ searchStatus: z.enum(SEARCH_STATUSES) }),
});

/** Stops a waiting or running search; what it found stays, and starting again resumes it. */
export const cancelPersonaSearch = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/personas/items/:personaId/cancel-search',
  summary: 'Stop the search for contacts of a persona',
  access,
  audit: 'persona.search-cancelled',
  params: onePersona,
  output: z.object({ searchStatus: z.enum(SEARCH_STATUSES) }),
});

/** What a search would find and cost, without looking anybody up. */
export const simulatePersonaSearch = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/personas/items/:personaId/simulate-search',
  summary: 'What a search for contacts would find and cost',
  access: { kind: 'client', apiKeys: 'read' },
  audit: false,
  params: onePersona,
  output: z.object({
    companies: count,
    companiesWithCandidates: count,
    /** At most as many per company as the persona asks for. */
    expectedContacts: count,
    /** Of the expected contacts, those whom the account owns already. */
    ownedContacts: count,
    expectedCredits: count,
    /** Companies times contacts per company, or the cap. */
    maximumCredits: count,
    /** Null if the account needs no credits of the type. */
    contactBalance: z.number().int().nullable(),
    phoneNumberBalance: z.number().int().nullable(),
  }),
});

export const PERSONA_PREVIEW_TYPES = ['CONTACTS', 'COMPANIES_WITHOUT_CONTACTS', 'COMPANIES_WITH_CONTACTS'] as const;
export type PersonaPreviewType = (typeof PERSONA_PREVIEW_TYPES)[number];

/** Who would be found: no look-up, no credit, neither e-mail nor phone. Poll the token every two seconds. */
export const startPersonaPreview = endpoint({
  method: 'POST',
  path: '/app/segments/items/:segmentId/personas/preview',
  summary: 'Start a preview of the people that criteria find',
  access,
  audit: false,
  params: ofSegment,
  body: z.object({
    criteriaGroups,
    previewType: z.enum(PERSONA_PREVIEW_TYPES).default('CONTACTS'),
    offset: z.number().int().min(0).max(1_000_000).default(0),
    limit: z.number().int().min(1).max(100).default(PERSONA_PREVIEW_PAGE_SIZE),
  }),
  output: z.object({ token: z.string() }),
});

/** A person, or for the two types of companies only the company. */
export const personaPreviewItem = z.object({
  company_id: z.string(),
  company_name: z.string(),
  company_domain: z.string(),
  raw_name: z.string().nullable(),
  person_url: z.string().nullable(),
  position: z.string().nullable(),
  seniority: z.string().nullable(),
  country: z.string().nullable(),
  /** The place of the first group that the person matches, from 1. */
  group: z.number().int().nullable(),
});
export type PersonaPreviewItem = z.infer<typeof personaPreviewItem>;

export const readPersonaPreview = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/personas/preview/:token',
  summary: 'The state and result of a preview of people',
  access,
  audit: false,
  isCompressed: true,
  params: z.object({ segmentId: id, token: z.string().min(1).max(100) }),
  output: executionAnswer(
    z.object({ items: z.array(personaPreviewItem), totalContacts: count, totalCompanies: count }),
  ),
});
