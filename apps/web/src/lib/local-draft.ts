import type { FilterGroup, FilterNode } from '@quarry/filters';
import { type ZodType, z } from 'zod';
import { readStored, writeStored } from './storage.ts';

// Of this tab: a reload, a crash and a sign-in keep it, and two tabs don't overwrite each other's.
const PREFIX = 'quarry-draft:';

/** What was edited and not saved under this key; null if nothing was. */
export function readDraft<T>(key: string, shape: ZodType<T>): T | null {
  const text = readStored(PREFIX + key, 'session');
  if (text === null) return null;
  try {
    const draft = shape.safeParse(JSON.parse(text));
    if (draft.success) return draft.data;
  } catch (error) {
    console.debug('A kept draft could not be read', error);
  }
  return null;
}

/** Keeps a draft until it is saved or discarded, which null says. */
export function keepDraft(key: string, draft: object | null): void {
  writeStored(PREFIX + key, draft === null ? null : JSON.stringify(draft), 'session');
}

/** A condition while it is edited, which may be incomplete. */
export const ruleDraft = z.object({
  id: z.string(),
  field: z.string(),
  operator: z.string(),
  value: z
    .union([
      z.string(),
      z.number(),
      z.boolean(),
      z.array(z.union([z.string(), z.number()])),
      z.object({ amount: z.number(), unit: z.string() }),
    ])
    .nullish(),
  configId: z.string().optional(),
});

/** Criteria while they are edited, whose conditions may be incomplete. */
export const criteriaDraft: ZodType<FilterGroup> = z.object({
  id: z.string(),
  combinator: z.enum(['and', 'or']),
  not: z.boolean().optional(),
  label: z.string().optional(),
  get rules(): z.ZodArray<ZodType<FilterNode>> {
    return z.array(z.union([ruleDraft, criteriaDraft]));
  },
});
