import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Layout of the companies table: columns in order, hidden ones, widths in pixels, pinned columns. */
export const companiesTableLayout = z.object({
  order: z.array(z.string().max(64)).max(500),
  hidden: z.array(z.string().max(64)).max(500),
  widths: z
    .record(z.string().max(64), z.number().min(40).max(2000))
    .refine((widths) => Object.keys(widths).length <= 500, 'At most 500 columns can have a width'),
  pinned: z.array(z.string().max(64)).max(20),
});
export type CompaniesTableLayout = z.infer<typeof companiesTableLayout>;

/** One person's settings in one account; a closed shape, so nothing else can be stored. */
export const userSettings = z.object({
  companiesTable: companiesTableLayout.nullable().default(null),
  /** The completed steps of the first-visit checklist. */
  checklist: z
    .object({ done: z.array(z.string().max(64)).max(20), isDismissed: z.boolean() })
    .default({ done: [], isDismissed: false }),
  /** The ids of views in the order of their tabs; others follow, oldest first. */
  viewOrder: z.array(z.string().min(1).max(100)).max(200).default([]),
});
export type UserSettings = z.infer<typeof userSettings>;

/** The caller's settings in this account. */
export const getUserSettings = endpoint({
  method: 'GET',
  path: '/app/user-settings',
  summary: 'The personal settings of the caller',
  access: { kind: 'client' },
  audit: false,
  output: userSettings,
});

/** Replaces the caller's settings in this account. Personal settings are not audited. */
export const saveUserSettings = endpoint({
  method: 'PUT',
  path: '/app/user-settings',
  summary: 'Save the personal settings of the caller',
  access: { kind: 'client' },
  audit: false,
  body: userSettings,
  output: userSettings,
});
