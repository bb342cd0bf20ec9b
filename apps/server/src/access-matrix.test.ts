import {
  apiKeyScopeFor,
  createApiKey,
  type Endpoint,
  FEATURE_FLAGS,
  revokeApiKey,
  STAFF_PERMISSIONS,
  signOut,
} from '@quarry/contracts';
import { ENDPOINTS } from '@quarry/contracts/testing/endpoints';
import { rateLimits } from '@quarry/postgres/tables/sign-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doors } from './doors.ts';
import { createTestClient, signedInPerson } from './testing/test-people.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

type Person =
  | 'stranger'
  | 'member of another account'
  | 'USER'
  | 'ADMIN'
  | 'staff viewer'
  | 'staff editor'
  | 'member without flags'
  | 'read key'
  | 'write key'
  | 'revoked key'
  | 'key of another account';
type Verdict = 'enters' | 401 | 403;

/** The declared access of each kind of caller in the account `ours` (or `plain`, which has no flags). */
function expectedVerdict(endpoint: Endpoint, person: Person): Verdict {
  const { access } = endpoint;
  if (access.kind === 'public') return 'enters';
  if (person === 'stranger' || person === 'revoked key') return 401;
  if (person === 'read key') return apiKeyScopeFor(endpoint) === 'read' ? 'enters' : 403;
  if (person === 'write key') return apiKeyScopeFor(endpoint) === false ? 403 : 'enters';
  if (person === 'key of another account') return 403;
  if (access.kind === 'user') return 'enters';
  if (access.kind === 'staff')
    return person === 'staff editor' || (person === 'staff viewer' && access.permission === 'VIEW_ANY_ACCOUNT')
      ? 'enters'
      : 403;
  if (access.kind === 'any-account' && person.startsWith('staff')) return 'enters';
  if (person === 'member of another account') return 403;
  if (person === 'member without flags' && access.feature !== undefined) return 403;
  if (access.kind === 'any-account') return 'enters';
  if (access.staffPermission !== undefined)
    return person === 'staff editor' || (person === 'staff viewer' && access.staffPermission === 'VIEW_ANY_ACCOUNT')
      ? 'enters'
      : 403;
  if (person === 'member without flags') return 'enters';
  if (access.permission === 'ADMIN') return person === 'ADMIN' || person === 'staff editor' ? 'enters' : 403;
  return 'enters';
}

let server: TestServer;
const tokens = new Map<Person, string>();

beforeAll(async () => {
  server = await startTestServer();
  const ours = await createTestClient(server.platform, 'ours', FEATURE_FLAGS);
  const theirs = await createTestClient(server.platform, 'theirs', FEATURE_FLAGS);
  const plain = await createTestClient(server.platform, 'plain', []);
  const add = async (person: Person, options: Parameters<typeof signedInPerson>[1]) =>
    tokens.set(person, (await signedInPerson(server.platform, options)).token);
  await add('member of another account', { memberOf: { [theirs]: ['USER', 'ADMIN'] } });
  await add('USER', { memberOf: { [ours]: ['USER'] } });
  await add('ADMIN', { memberOf: { [ours]: ['USER', 'ADMIN'] } });
  await add('member without flags', { memberOf: { [plain]: ['USER', 'ADMIN'] } });
  await add('staff viewer', { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  await add('staff editor', { staffPermissions: STAFF_PERMISSIONS });
  const addKey = async (person: Person, client: string, maker: Person, scope: 'read' | 'write') => {
    const by = { token: tokens.get(maker) ?? null, client };
    const made = await server.call(createApiKey, { name: person, scope, expiresInDays: null }, by);
    tokens.set(person, made.key);
    return { apiKeyId: made.apiKey.id };
  };
  await addKey('read key', 'ours', 'ADMIN', 'read');
  await addKey('write key', 'ours', 'ADMIN', 'write');
  await addKey('key of another account', 'theirs', 'member of another account', 'write');
  const revoked = await addKey('revoked key', 'ours', 'ADMIN', 'write');
  await server.call(revokeApiKey, revoked, { token: tokens.get('ADMIN') ?? null, client: 'ours' });
});

afterAll(() => server.close());

describe('every endpoint of the contract', () => {
  it('has exactly one door', () => {
    const name = ({ method, path }: Endpoint) => `${method} ${path}`;
    expect(doors.map(({ endpoint }) => name(endpoint)).sort()).toEqual(ENDPOINTS.map(name).sort());
  });

  const people: Person[] = [
    'stranger',
    'member of another account',
    'USER',
    'ADMIN',
    'member without flags',
    'staff viewer',
    'staff editor',
    'read key',
    'write key',
    'revoked key',
    'key of another account',
  ];
  describe.each(people)('as %s', (person) => {
    it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      '%s',
      async (_name, endpoint) => {
        // Refused keys are rate-limited per address, and there are more endpoints than attempts.
        if (person === 'revoked key') await server.platform.db.asSystem((tx) => tx.delete(rateLimits));
        const { kind } = endpoint.access;
        const isStaff = person.startsWith('staff');
        const client =
          kind === 'client' || (kind === 'any-account' && !isStaff)
            ? person === 'member without flags'
              ? 'plain'
              : 'ours'
            : null;
        // Signing out would end the session that the other endpoints are called with.
        const token = endpoint === signOut ? null : (tokens.get(person) ?? null);
        const answer = await server.send(endpoint, {}, { token, client });
        const verdict = expectedVerdict(endpoint, person);
        if (verdict === 'enters') {
          expect([answer.status, answer.body]).not.toEqual([403, expect.anything()]);
          // Public doors may answer 401 about the credentials in their input; all others must let the caller in.
          if (endpoint.access.kind !== 'public') expect(answer.status).not.toBe(401);
          expect(answer.status).toBeLessThan(500);
        } else {
          expect(answer.status).toBe(verdict);
          expect(answer.body).toMatchObject({ errorCode: verdict === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN' });
        }
      },
    );
  });

  const others = STAFF_PERMISSIONS.filter((permission) => permission !== 'VIEW_ANY_ACCOUNT');
  it.each(others)('stays closed to staff with %s alone', async (permission) => {
    const { token } = await signedInPerson(server.platform, { staffPermissions: [permission] });
    for (const endpoint of ENDPOINTS) {
      const { kind } = endpoint.access;
      if (kind !== 'staff' && kind !== 'client') continue;
      const answer = await server.send(endpoint, {}, { token, client: kind === 'client' ? 'ours' : null });
      expect([endpoint.method, endpoint.path, answer.status]).toEqual([endpoint.method, endpoint.path, 403]);
    }
  });

  it('is open to API keys only for reading and changing account data', () => {
    for (const endpoint of ENDPOINTS) {
      const { access, audit, method, path } = endpoint;
      const scope = apiKeyScopeFor(endpoint);
      const isPersonal = audit === false && method !== 'GET' && method !== 'POST';
      const decidesAccess = /^\/app\/(users|api-keys)\b/.test(path);
      const isOfAccount = access.kind === 'client' || access.kind === 'any-account';
      if (!isOfAccount || isPersonal || decidesAccess) expect([path, scope]).toEqual([path, false]);
    }
    const recorded = ENDPOINTS.filter((endpoint) => endpoint.audit !== false && apiKeyScopeFor(endpoint) === 'read');
    // Downloading a finished file is recorded but changes nothing.
    expect(recorded.map(({ audit }) => audit)).toEqual(['export.downloaded']);
  });

  it('gives the same answer for an unknown account and one of others', async () => {
    const inClient = ENDPOINTS.filter(({ access }) => access.kind === 'client' || access.kind === 'any-account');
    for (const endpoint of inClient) {
      const token = tokens.get('member of another account') ?? null;
      const [foreign, unknown] = await Promise.all(
        ['ours', 'nobody'].map((client) => server.refused(endpoint, {}, { token, client })),
      );
      expect(foreign?.status).toBe(403);
      expect(unknown?.status).toBe(403);
      expect(foreign?.body.message).toBe(unknown?.body.message);
    }
  });
});
