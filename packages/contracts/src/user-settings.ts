import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the app remembers for one person in one account. Closed, so that nothing else can be stored there. */
export const userSettings = z.object({
  /** Layout of the companies table: columns in order, widths in pixels, pinned columns. */
  companiesTable: z
    .object({
      order: z.array(z.string().max(64)).max(500),
      hidden: z.array(z.string().max(64)).max(500),
      widths: z.record(z.string().max(64), z.number().min(40).max(2000)),
      pinned: z.array(z.string().max(64)).max(20),
    })
    .nullable()
    .default(null),
  /** Steps of the first-visit checklist that are done, and whether it was dismissed. */
  checklist: z
    .object({ done: z.array(z.string().max(64)).max(20), isDismissed: z.boolean() })
    .default({ done: [], isDismissed: false }),
});
/** What the app remembers for one person in one account. */
export type UserSettings = z.infer<typeof userSettings>;

/** The caller's own settings in this account. */
export const getUserSettings = endpoint({
  method: 'GET',
  path: '/app/user-settings',
  summary: 'What the app remembers for the caller',
  access: { kind: 'client' },
  audit: false,
  output: userSettings,
});

/** Replaces the caller's own settings in this account. Personal layout is not audited. */
export const saveUserSettings = endpoint({
  method: 'PUT',
  path: '/app/user-settings',
  summary: 'Remember settings for the caller',
  access: { kind: 'client' },
  audit: false,
  body: userSettings,
  output: userSettings,
});
