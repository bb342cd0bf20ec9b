import { z } from 'zod';
import { DEMO_SIGN_INS } from '../apps/server/src/features/accounts/identity/demo-users.ts';
import { PASSWORD } from './server.ts';

/** A response; status 0 means none was received. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the API as one signed-in person of one account. */
export interface Caller {
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Like `send`, but throws unless the call succeeds. */
  ask<T>(method: string, path: string, body: unknown, answer: z.ZodType<T>): Promise<T>;
}

const signedIn = z.object({ idToken: z.string() });

async function request(url: string, method: string, token: string | null, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      // With a kept-alive connection, the server before or after a restart could be answering.
      headers: {
        connection: 'close',
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    // Connection refused, broken off or incomplete: for the caller, no response.
    return { status: 0, body: null };
  }
}

/** Signs in as the demo's admin. */
export async function signIn(url: string, client = 'demo'): Promise<Caller> {
  const answer = await request(`${url}/api/auth/sign-in`, 'POST', null, {
    email: DEMO_SIGN_INS.admin,
    password: PASSWORD,
  });
  if (answer.status !== 200) throw new Error(`The sign-in failed: ${JSON.stringify(answer)}`);
  const { idToken } = signedIn.parse(answer.body);
  const send: Caller['send'] = (method, path, body) =>
    request(`${url}/api${path}${path.includes('?') ? '&' : '?'}client=${client}`, method, idToken, body);
  return {
    send,
    async ask(method, path, body, answer) {
      const response = await send(method, path, body);
      if (response.status !== 200) {
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
      }
      return answer.parse(response.body);
    },
  };
}
