import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldDefinition } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { rateLimits } from '@quarry/postgres/tables/sign-in';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { doors } from '../apps/server/src/doors.ts';
import { ensureDemo } from '../apps/server/src/features/accounts/demo.ts';
import { createIdentity } from '../apps/server/src/features/accounts/identity/create-identity.ts';
import { DEMO_SIGN_INS } from '../apps/server/src/features/accounts/identity/demo-users.ts';
import { ensureFirstBuild } from '../apps/server/src/features/builds/ensure-first-build.ts';
import { createClient } from '../apps/server/src/features/client-configs/create-client.ts';
import { defaultConfig, demoConfig } from '../apps/server/src/features/client-configs/default-config.ts';
import { BLOCKS } from '../apps/server/src/features/universe/blocks/index.ts';
import { generateUniverse } from '../apps/server/src/features/universe/generate/generate-universe.ts';
import { isUniverseEmpty } from '../apps/server/src/features/universe/is-universe-empty.ts';
import { jobDefinitions } from '../apps/server/src/jobs.ts';
import { migrations } from '../apps/server/src/migrations.ts';
import { buildApp } from '../apps/server/src/platform/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import type { Platform } from '../apps/server/src/platform/scope.ts';
import { computedFields } from './many-fields.ts';
import { multiplyUniverse } from './multiply-universe.ts';

/** The account with the dataset of the requested size. */
export const BENCH_CLIENT = 'bench';
/** The same with fields computed from others, so that a report compares about a hundred. */
export const MANY_FIELDS_CLIENT = 'bench_many';
const COMPUTED_FIELDS = 56;
const FIELDS = 60;
/** Share of generated companies that match the default criteria. */
const MATCHING = 0.582;
/** Of every sign-in of the demo. */
export const BENCH_PASSWORD = 'Quarry-Bench-Pass-7!';

/** A server on loopback with a dataset of the requested size, and a signed-in caller. */
export interface Bench {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  readonly url: string;
  readonly client: string;
  /** Database and version of the client's dataset. */
  readonly dataset: { readonly database: string; readonly version: string };
  post(path: string, body: unknown): Promise<unknown>;
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const signedIn = z.object({ idToken: z.string() });
const account = z.object({ datasetVersion: z.string() });

export function benchFolder(companies: number): string {
  return join(process.env.QUARRY_BENCH_DIR ?? tmpdir(), `quarry-bench-${companies}`);
}

async function ensureWideClient(platform: Platform, name: string): Promise<void> {
  const exists = await platform.db.asSystem(async (tx) => (await tx.$count(clients, eq(clients.name, name))) > 0);
  if (!exists) {
    const fieldDefinitions = z
      .array(fieldDefinition)
      .parse(demoConfig().fieldDefinitions)
      .filter(({ configId }) => !configId);
    const used = new Set(fieldDefinitions.map(({ internalName }) => internalName));
    const others = BLOCKS.filter((block) => !block.isParameterisedWithDynamicConfig)
      .flatMap(({ blockName, fields }) =>
        fields.map(({ internalName }) => ({
          internalName: `${blockName}/${internalName}`,
          externalName: `${blockName}_${internalName}`,
          displayName: internalName,
        })),
      )
      .filter(({ internalName }) => !used.has(internalName));
    const gfAppFeatureFlags = ['marketsBetaAccess' as const];
    const definitions = [...fieldDefinitions, ...others].slice(0, FIELDS);
    const config = {
      ...defaultConfig(name),
      gfAppFeatureFlags,
      fieldDefinitions: definitions,
      customDataFields: name === MANY_FIELDS_CLIENT ? computedFields(definitions, COMPUTED_FIELDS) : [],
    };
    await platform.db.asSystem((tx) => createClient(tx, { config }, { userId: null, name: 'bench' }));
  }
  await ensureFirstBuild(platform, name);
}

/**
 * Starts a server on a data folder with about `companies` companies, created at the first call and kept in
 * `QUARRY_BENCH_DIR` or the system's temporary folder. `settings` are further ones of the server, `client` the account
 * of the calls.
 */
export async function openBench(
  companies: number,
  settings: Readonly<Record<string, string>> = {},
  client: typeof BENCH_CLIENT | typeof MANY_FIELDS_CLIENT = BENCH_CLIENT,
): Promise<Bench> {
  const folder = benchFolder(companies);
  const isNew = !existsSync(folder);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    QUARRY_DATA_DIR: folder,
    QUARRY_DEMO: 'on',
    QUARRY_DEMO_PASSWORD: BENCH_PASSWORD,
    QUARRY_DEMO_COMPANIES: String(companies),
    LOG_LEVEL: 'error',
    ...settings,
  });
  const { platform, close } = await openPlatform(config, { migrations, jobs: jobDefinitions });
  await platform.jobs.start();
  await ensureDemo(platform);
  // The hammer's wrong attempts would keep this address from signing in.
  await platform.db.asSystem((tx) => tx.delete(rateLimits));
  if (isNew) console.log(`Generating a dataset of about ${companies.toLocaleString('en')} companies in ${folder}…`);
  if (await isUniverseEmpty(platform.warehouse)) {
    const factor = companies > 2_000_000 ? 10 : 1;
    await generateUniverse({
      warehouse: platform.warehouse,
      companies: Math.ceil(companies / MATCHING / factor),
      seed: 1,
      skipDetailRows: factor > 1,
    });
    await multiplyUniverse(platform.warehouse, factor);
  }
  await ensureWideClient(platform, client);
  const app = await buildApp({ platform, identity: createIdentity(platform), doors, webRoot: null });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const request = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { idToken } = signedIn.parse(
    await request('POST', '/auth/sign-in', { email: DEMO_SIGN_INS.staff, password: BENCH_PASSWORD }),
  );
  const { datasetVersion } = account.parse(await request('GET', `/app/client?client=${client}`, undefined, idToken));
  return {
    platform,
    app,
    url,
    client,
    dataset: { database: `client_${client}`, version: datasetVersion },
    post: (path, body) => request('POST', `${path}?client=${client}`, body, idToken),
    request: (method, path, body) =>
      request(method, `${path}${path.includes('?') ? '&' : '?'}client=${client}`, body, idToken),
    async close() {
      await app.close();
      await close();
    },
  };
}
