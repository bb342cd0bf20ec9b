import { setTimeout as sleep } from 'node:timers/promises';
import { exportItem, job } from '@quarry/contracts';
import { z } from 'zod';

const PASSWORD = 'Granite-Quarry-Check-9!';

/** A signed-in person, who may call any process. */
export interface Person {
  ask<T>(url: string, method: string, path: string, body: unknown, output: z.ZodType<T>): Promise<T>;
}

async function call<T>(
  url: string,
  request: { method: string; token: string | null; body: unknown },
  output: z.ZodType<T>,
): Promise<T> {
  const response = await fetch(url, {
    method: request.method,
    headers: {
      'content-type': 'application/json',
      ...(request.token === null ? {} : { authorization: `Bearer ${request.token}` }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${url}: ${response.status} ${text.slice(0, 500)}`);
  return output.parse(JSON.parse(text));
}

/** Signs in with a one-time password, and replaces it. */
export async function signInFirst(url: string, email: string, password: string, client: string): Promise<Person> {
  const { challenge } = await call(
    `${url}/api/auth/sign-in`,
    { method: 'POST', token: null, body: { email, password } },
    z.object({ challenge: z.string() }),
  );
  const { idToken: token } = await call(
    `${url}/api/auth/confirm-new-password`,
    { method: 'POST', token: null, body: { challenge, newPassword: PASSWORD } },
    z.object({ idToken: z.string() }),
  );
  return {
    ask: (each, method, path, body, output) =>
      call(`${each}/api/app${path}?client=${client}`, { method, token, body }, output),
  };
}

/** Waits until `read` returns something. */
export async function until<T>(what: string, timeoutMs: number, read: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await read();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`Not within ${timeoutMs / 1_000} s: ${what}`);
    await sleep(50);
  }
}

/** The build of the account, once it has one of the statuses. */
export async function buildIn(
  person: Person,
  url: string,
  statuses: readonly string[],
): Promise<z.infer<typeof job> | null> {
  const { jobs } = await person.ask(url, 'GET', '/jobs', undefined, z.object({ jobs: z.array(job) }));
  return jobs.find(({ type, status }) => type.includes('build') && statuses.includes(status)) ?? null;
}

/** Exports the dataset: asks one process for it, waits at another, and returns the lines of its files. */
export async function exportDataset(person: Person, from: string, at: string): Promise<number> {
  const one = z.object({ export: exportItem });
  const body = { exportType: 'DATASET', exportConfig: { columns: ['__company_id', 'name'] } };
  const { id } = (await person.ask(from, 'POST', '/csv-exports', body, one)).export;
  await until('the export is complete', 60_000, async () => {
    const { status, error } = (await person.ask(at, 'GET', `/csv-exports/${id}`, undefined, one)).export;
    if (status === 'FAILED') throw new Error(`The export failed: ${error}`);
    return status === 'COMPLETE' ? true : null;
  });
  const links = z.object({ parts: z.array(z.object({ downloadUrl: z.string() })) });
  const { parts } = await person.ask(at, 'POST', `/csv-exports/${id}/download`, {}, links);
  const texts = await Promise.all(parts.map(async ({ downloadUrl }) => (await fetch(new URL(downloadUrl, at))).text()));
  return texts.reduce((sum, text) => sum + text.trimEnd().split('\r\n').length - 1, 0);
}
