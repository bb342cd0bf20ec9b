import type { Client, User } from '@quarry/contracts';

/** What decides which pages and actions a person sees in an account. */
export interface Access {
  readonly client: Client;
  readonly user: User;
}

/** Whether something with an optional condition is shown. */
export function isShown(item: { readonly when?: (access: Access) => boolean }, access: Access): boolean {
  return item.when ? item.when(access) : true;
}
