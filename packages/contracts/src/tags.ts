import { filterGroup, type Operator } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'client' } as const;
const id = z.string().min(1).max(100);

/** The longest name of a tag. */
export const TAG_NAME_MAX = 255;
/** The most tags that an account can have. */
export const MAX_TAGS = 500;

/** What a tag may ask of tags: the others depend on all tags there are, itself included. */
export const OPERATORS_ON_TAGS = ['containsAnyOf', 'notContainsAnyOf'] as const satisfies readonly Operator[];

/** The name of a tag. */
export const tagName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for this tag')
  .max(TAG_NAME_MAX, `A name can have at most ${TAG_NAME_MAX} characters`);

/** `Waiting` and `Running` until the members under the last saved filter are known. */
export const TAG_PROCESSING_STATUSES = ['Waiting', 'Running', 'Fresh'] as const;

/** A named filter over the dataset. Its members carry the tag's id in `__tags`. */
export const tag = z.object({
  id: z.string(),
  name: z.string(),
  filters: filterGroup,
  /** Members when it was last Fresh; null while it never was. */
  companyCount: z.number().int().nonnegative().nullable(),
  /** When its name or filter was last changed. */
  lastModifiedAt: z.string(),
  processingStatus: z.enum(TAG_PROCESSING_STATUSES),
  /** Why its filter can't be evaluated any more, naming the fields; its members are then those of before. */
  problem: z.string().nullable(),
});
/** A named filter over the dataset. */
export type Tag = z.infer<typeof tag>;

/** The tags of the account, by name. */
export const listTags = endpoint({
  method: 'GET',
  path: '/app/talk-tracks',
  summary: 'The tags of the account',
  access,
  audit: false,
  output: z.object({ talkTracks: z.array(tag) }),
});

/** Saves a new tag. Its filter must be valid and have a rule; names are unique ignoring case. */
export const createTag = endpoint({
  method: 'POST',
  path: '/app/talk-tracks',
  summary: 'Create a tag',
  access,
  audit: 'tag.created',
  body: z.object({ name: tagName, filters: filterGroup }),
  output: z.object({ talkTrack: tag }),
});

/** Saves a tag's name, its filter, or both. With a filter its members are found anew; until then the old ones stay. */
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
