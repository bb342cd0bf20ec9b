import type { CallOf, Endpoint, OutputOf } from '@quarry/contracts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import { renewSession, sessionHeaders, signedInAgain } from './session.ts';

export { ApiError, messageOf } from './api-error.ts';

interface Options {
  readonly client?: string;
  readonly signal?: AbortSignal;
}

/** Call options; an endpoint of an account requires `client`. */
export type CallOptions<E extends Endpoint> = E['access'] extends { kind: 'client' }
  ? [options: Options & { readonly client: string }]
  : [options?: Options];

/**
 * Calls an endpoint as the signed-in person. Throws ApiError. If the session has expired, the call waits until the person
 * has signed in again over the page, and is then repeated.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  ...[options]: CallOptions<E>
): Promise<OutputOf<E>> {
  const { client, signal } = options ?? {};
  const attempt = () =>
    send(endpoint, input, {
      headers: sessionHeaders(),
      ...(client === undefined ? {} : { client }),
      ...(signal ? { signal } : {}),
    });
  try {
    return await attempt();
  } catch (error) {
    const isExpired = error instanceof ApiError && error.status === 401 && error.errorCode === 'UNAUTHENTICATED';
    if (!isExpired || endpoint.access.kind === 'public') throw error;
    if (!(await renewSession()) && !(await signedInAgain(signal))) throw error;
    return await attempt();
  }
}
