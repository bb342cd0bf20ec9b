import { filterGroup, type Operator } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'client' } as const;
const id = z.string().min(1).max(100);

export const TAG_NAME_MAX = 255;
/** Per account. */
export const MAX_TAGS = 500;

/** The operators that a tag's filter can use on tags. The others depend on all tags, including the tag itself. */
export const OPERATORS_ON_TAGS = ['containsAnyOf', 'notContainsAnyOf'] as const satisfies readonly Operator[];

export const tagName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for this tag')
  .max(TAG_NAME_MAX, `A name can have at most ${TAG_NAME_MAX} characters`);

/** `Waiting` and `Running` until the members of the last saved filter are known. */
export const TAG_PROCESSING_STATUSES = ['Waiting', 'Running', 'Fresh'] as const;

/** A named filter over the dataset. Its members carry the tag's id in `__tags`. */
export const tag = z.object({
  id: z.string(),
  name: z.string(),
  filters: filterGroup,
  /** Members when the tag was last Fresh; null if it never was. */
  companyCount: z.number().int().nonnegative().nullable(),
  /** The last change of name or filter. */
  lastModifiedAt: z.string(),
  processingStatus: z.enum(TAG_PROCESSING_STATUSES),
  /** Why the filter can no longer be evaluated, naming the fields; the tag keeps its last members. */
  problem: z.string().nullable(),
});
export type Tag = z.infer<typeof tag>;

/** The account's tags, ordered by name. */
export const listTags = endpoint({
  method: 'GET',
  path: '/app/talk-tracks',
  summary: 'The tags of the account',
  access,
  audit: false,
  isCompressed: true,
  output: z.object({ talkTracks: z.array(tag) }),
});

/** Creates a tag. Its filter must be valid and have a rule; names are unique ignoring case. */
export const createTag = endpoint({
  method: 'POST',
  path: '/app/talk-tracks',
  summary: 'Create a tag',
  access,
  audit: 'tag.created',
  body: z.object({ name: tagName, filters: filterGroup }),
  output: z.object({ talkTrack: tag }),
});

/** Saves a tag's name, filter or both. After a new filter, the old members stay until the new ones are known. */
export const updateTag = endpoint({
  method: 'PUT',
  path: '/app/talk-tracks/:id',
  summary: 'Save a tag',
  access,
  audit: 'tag.saved',
  params: z.object({ id }),
  body: z.object({ name: tagName.optional(), filters: filterGroup.optional() }),
  output: z.object({ talkTrack: tag }),
});

/** Deletes a tag that no other filter uses. */
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/app/talk-tracks/:id',
  summary: 'Delete a tag',
  access,
  audit: 'tag.deleted',
  params: z.object({ id }),
  output: z.object({ id: z.string() }),
});
