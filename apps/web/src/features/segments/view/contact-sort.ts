import { SEGMENT_CONTACT_SORTS } from '@quarry/contracts';

export type ContactSort = (typeof SEGMENT_CONTACT_SORTS)[number];

/** The sort of the contacts that an address names; the default if it names none. */
export function contactSortOf(sort: string | undefined): ContactSort {
  return SEGMENT_CONTACT_SORTS.find((name) => name === sort) ?? 'included_at';
}
