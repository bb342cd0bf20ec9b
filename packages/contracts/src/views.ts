import { z } from 'zod';
import { companySearch } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { companiesTableLayout } from './user-settings.ts';

const access = { kind: 'client' } as const;
const id = z.string().min(1).max(100);

export const VIEW_NAME_MAX = 100;
/** Per person and account, not counting shared ones. */
export const MAX_OWN_VIEWS = 100;
/** Per account. */
export const MAX_SHARED_VIEWS = 100;

export const viewName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for this view')
  .max(VIEW_NAME_MAX, `A name can have at most ${VIEW_NAME_MAX} characters`);

/** What a view shows: a search of the dataset and the columns of its table. */
const viewContent = companySearch.extend({ columns: companiesTableLayout });
export type ViewContent = z.output<typeof viewContent>;

/** A named search with its columns, of one person or shared with the account. */
export const view = viewContent.extend({
  id: z.string(),
  name: z.string(),
  /** Everyone in the account sees it. */
  isShared: z.boolean(),
  /** The caller made it. */
  isOwn: z.boolean(),
  /** The caller may change and delete it. */
  isEditable: z.boolean(),
  /** Who made it; null if the person no longer exists. */
  createdBy: z.string().nullable(),
  lastModifiedAt: z.string(),
  /** Incremented with every change. */
  version: z.number().int(),
  /** Why it no longer shows what was saved, naming the missing data points and tags. */
  problem: z.string().nullable(),
});
export type View = z.infer<typeof view>;

/** The caller's views and those shared with the account, oldest first. */
export const listViews = endpoint({
  method: 'GET',
  path: '/app/views',
  summary: 'The saved views of the companies',
  access,
  audit: false,
  isCompressed: true,
  output: z.object({ views: z.array(view) }),
});

/** Creates a view of the caller. Its filters must be valid; names are unique per person, ignoring case. */
export const createView = endpoint({
  method: 'POST',
  path: '/app/views',
  summary: 'Save a view of the companies',
  access,
  audit: 'view.created',
  body: viewContent.extend({ name: viewName, isShared: z.boolean().default(false) }),
  output: z.object({ view }),
});

/**
 * Saves a view's name, sharing, content or several of them; only its owner and admins can. With `baseVersion`, a save
 * fails with RESOURCE_OUT_OF_SYNC instead of overwriting what someone else has saved since.
 */
export const updateView = endpoint({
  method: 'PUT',
  path: '/app/views/:id',
  summary: 'Change a saved view',
  access,
  audit: 'view.saved',
  params: z.object({ id }),
  body: z.object({
    name: viewName.optional(),
    isShared: z.boolean().optional(),
    content: viewContent.optional(),
    baseVersion: z.number().int().optional(),
  }),
  output: z.object({ view }),
});

/** Deletes a view; only its owner and admins can. */
export const deleteView = endpoint({
  method: 'DELETE',
  path: '/app/views/:id',
  summary: 'Delete a saved view',
  access,
  audit: 'view.deleted',
  params: z.object({ id }),
  output: z.object({ id: z.string() }),
});
