import type { SignedIn } from '@quarry/contracts';
import { appPath } from '../../lib/app-path.ts';
import { queryClient } from '../../lib/query-client.ts';
import { beginSession } from '../../lib/session.ts';

/** Begins the session and returns the redirect: `next` if it is a page of this app, else the account chooser. */
export function enterApp(signedIn: SignedIn, next: string | undefined): { href: string; replace: true } {
  // Data that someone else loaded in this tab must not show.
  queryClient.clear();
  beginSession(signedIn);
  return { href: appPath(next), replace: true };
}
