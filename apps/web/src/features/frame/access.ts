import type { Client, User } from '@quarry/contracts';

/** Decides which pages, tours and actions a person sees. */
export interface Access {
  readonly client: Client;
  readonly user: User;
}

export function isVisible(item: { readonly when?: (access: Access) => boolean }, access: Access): boolean {
  return item.when ? item.when(access) : true;
}
