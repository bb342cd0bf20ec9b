import { type Endpoint, errorBody, STAFF_PERMISSIONS } from '@quarry/contracts';
import { ENDPOINTS } from '@quarry/contracts/testing/endpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestDataset } from './testing/test-dataset.ts';
import { signedInPerson } from './testing/test-people.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const RUNS = 40;
const seed = Number(process.env.QUARRY_SEED ?? Date.now() % 1_000_000_007);

let server: TestServer;
let token: string;

beforeAll(async () => {
  // Every caller counts as a proxy, so that forwarded addresses are read too.
  server = await startTestServer({ QUARRY_TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' });
  const client = await buildTestDataset(server.platform, { name: 'fuzzed', companies: 300 });
  ({ token } = await signedInPerson(server.platform, {
    staffPermissions: STAFF_PERMISSIONS,
    memberOf: { [client.id]: ['USER', 'ADMIN'] },
  }));
  console.log(`fuzz seed: ${seed} (repeat with QUARRY_SEED)`);
}, 120_000);

afterAll(() => server.close());

/** Texts that have broken programs before. */
const hostileText = fc.oneof(
  fc.constantFrom(
    "'; DROP TABLE companies; --",
    "\\' OR 1=1 --",
    '`x`',
    '{p1:String}',
    '${1}',
    '\u0000',
    '\ud800',
    '%_%',
    '\\',
    '\n\r\t\u0008\u001b',
    'ﷺ'.repeat(50),
    '👩‍👩‍👧‍👦',
    '../../etc/passwd',
    'a'.repeat(5000),
    '-1',
    '1e309',
    'NaN',
    '18446744073709551616',
    '__quality_score',
    'name',
    'constructor',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const rule = fc.record({
  id: hostileText,
  field: fc.oneof(fc.constantFrom('name', 'domain', 'employee_count', 'country', '__tags'), hostileText),
  operator: fc.oneof(
    fc.constantFrom('isOneOf', 'containsText', 'gt', 'between', 'exists', 'matchesRegex', 'dateSinceRelative'),
    hostileText,
  ),
  value: fc.oneof(fc.array(hostileText, { maxLength: 3 }), fc.double(), hostileText, fc.jsonValue({ maxDepth: 2 })),
});
const filters = fc.oneof(
  fc.record({
    id: hostileText,
    combinator: fc.constantFrom('and', 'or', 'xor'),
    not: fc.boolean(),
    rules: fc.array(rule, { maxLength: 4 }),
  }),
  fc.jsonValue({ maxDepth: 3 }),
);
const criteriaRule = fc.record(
  {
    id: hostileText,
    field: fc.oneof(
      fc.constantFrom('firmographics/country', 'firmographics/employee_count', 'jobs/count', 'jobs/titles#saved'),
      hostileText,
    ),
    operator: fc.oneof(fc.constantFrom('isOneOf', 'gt', 'matchesAnyText', 'exists', 'notExists'), hostileText),
    value: fc.oneof(fc.array(hostileText, { maxLength: 3 }), fc.double(), fc.jsonValue({ maxDepth: 2 })),
    configId: fc.oneof(fc.constant('saved'), hostileText),
  },
  { requiredKeys: ['id', 'field', 'operator'] },
);
const criteria = fc.oneof(
  fc.record({
    id: fc.constant('root'),
    combinator: fc.constantFrom('and', 'or'),
    not: fc.boolean(),
    rules: fc.array(
      fc.oneof(
        criteriaRule,
        fc.constant({ id: 'plain', field: 'firmographics/country', operator: 'exists' }),
        fc.constant({ id: 'under', field: 'jobs/count', configId: 'saved', operator: 'gt', value: 0 }),
      ),
      { maxLength: 3 },
    ),
  }),
  fc.jsonValue({ maxDepth: 3 }),
);
const keywords = fc.array(
  fc.oneof(hostileText, fc.constantFrom('sales', 'head ** of', '*ops', 'c++', '(a+)+$', '***')),
  {
    maxLength: 4,
  },
);
const blockConfigs = fc.array(
  fc.record({
    configId: fc.oneof(fc.constantFrom('saved', 'other'), hostileText),
    blockName: fc.oneof(fc.constantFrom('jobs', 'main_page_text', 'team_members', 'firmographics'), hostileText),
    label: hostileText,
    config: fc.oneof(
      fc.record({ titleKeywords: keywords }),
      fc.record({ keywords }),
      fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 2 })),
    ),
  }),
  { maxLength: 3 },
);
const anything = fc.oneof(
  hostileText,
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Valid or almost valid values for some keys, so that calls get past the first check. */
const BY_KEY: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  filters,
  draftMarketCriteria: criteria,
  marketCriteria: criteria,
  dataBlockConfigs: fc.oneof(blockConfigs, anything),
  dynamicDataBlockConfigs: fc.oneof(blockConfigs, anything),
  dataBlockConfig: fc.oneof(
    fc.record({ titleKeywords: keywords }).map((config) => JSON.stringify(config)),
    anything,
  ),
  field: fc.oneof(fc.constantFrom('jobs/titles', 'firmographics/country', 'main_page_text/snippet'), anything),
  personUrl: fc.oneof(fc.constantFrom('linkedin.com/in/a(b[c', 'https://people.example/%00', 'x.de/%ff%'), anything),
  entries: fc.oneof(fc.array(fc.oneof(hostileText, fc.emailAddress(), fc.webUrl()), { maxLength: 5 }), anything),
  companyId: fc.oneof(fc.constantFrom('1', '18446744073709551615'), anything),
  dataBlock: fc.oneof(
    fc.record({ blockName: fc.constant('jobs'), config: fc.record({ titleKeywords: keywords }) }),
    anything,
  ),
};

/** Any text as it arrives in a header: bytes as Latin-1, without those that Node's parser refuses. */
const headerText = hostileText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    // oxlint-disable-next-line no-control-regex -- the parser's own list
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ''),
);
const escapedText = hostileText.map((text) => encodeURIComponent(text.toWellFormed()));
const cookieText = fc.oneof(
  escapedText,
  headerText,
  fc.tuple(escapedText, escapedText, escapedText).map((parts) => parts.join('.')),
);
const hostileHeaders = fc.record(
  {
    authorization: fc.oneof(
      headerText,
      fc.tuple(fc.constantFrom('Bearer', 'Basic', 'bearer qk_'), headerText).map((parts) => parts.join(' ')),
    ),
    cookie: fc
      .array(fc.tuple(fc.constantFrom('quarry_refresh', 'quarry_oidc', 'quarry_outbox', 'x'), cookieText), {
        maxLength: 3,
      })
      .map((cookies) => cookies.map(([name, value]) => `${name}=${value}`).join('; ')),
    'content-type': fc.oneof(
      fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x'),
      headerText,
    ),
    host: fc.oneof({ arbitrary: fc.constant('localhost'), weight: 9 }, { arbitrary: headerText, weight: 1 }),
    origin: fc.oneof({ arbitrary: fc.constant('http://localhost'), weight: 9 }, { arbitrary: headerText, weight: 1 }),
    'if-none-match': headerText,
    'user-agent': headerText,
    'x-forwarded-for': headerText,
    'x-request-id': headerText,
    'accept-version': headerText,
  },
  { requiredKeys: [] },
);
const places = [
  ...ENDPOINTS.map(({ method, path }) => ({ method, path: `/api${path}` })),
  ...['/', '/readyz', '/metrics', '/api/docs/', '/api/files', '/api/dev/outbox', '/api/nothing'].map((path) => ({
    method: 'GET' as const,
    path,
  })),
];
const parameter = fc.oneof(escapedText, fc.constantFrom('%', '%ff', '%ed%a0%80', '.', '..', '%2f..'));
const query = fc
  .dictionary(
    fc.constantFrom('client', 'token', 'key', 'signature', 'until'),
    fc.oneof(fc.constant('fuzzed'), escapedText),
  )
  .map((values) =>
    Object.entries(values)
      .map((pair) => pair.join('='))
      .join('&'),
  );
const hostileRequest = fc.record({
  place: fc.constantFrom(...places),
  otherMethod: fc.option(fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'), { freq: 5 }),
  parameter,
  query,
  headers: hostileHeaders,
  isSignedIn: fc.boolean(),
  payload: fc.oneof(hostileText, fc.json()),
  ip: fc.ipV4(),
});

function inputFor(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const keys = [endpoint.params, endpoint.query, endpoint.body].flatMap((shape) => Object.keys(shape.shape));
  const arbitraries = Object.fromEntries(keys.map((key) => [key, BY_KEY[key] ?? anything]));
  return fc.record({ ...arbitraries, unexpected: anything }, { requiredKeys: [] });
}

describe('for any input', () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s responds, or refuses with an error of the contract',
    async (_name, endpoint) => {
      await fc.assert(
        fc.asyncProperty(inputFor(endpoint), fc.ipV4(), async (input, ip) => {
          const answer = await server.send(endpoint, input, {
            token: endpoint.access.kind === 'public' ? null : token,
            client: ['client', 'any-account'].includes(endpoint.access.kind) ? 'fuzzed' : null,
            // Otherwise limits on attempts would answer for a public door.
            ip,
          });
          expect(answer.status, JSON.stringify({ input, body: answer.body })).toBeLessThan(500);
          if (answer.status >= 400) expect(errorBody.strict().safeParse(answer.body).success).toBe(true);
        }),
        { numRuns: RUNS, seed },
      );
    },
  );

  it('any address, headers and body are answered, or refused with an error of the contract', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRequest, async ({ place, headers, payload, ...rest }) => {
        const method = rest.otherMethod ?? place.method;
        const answer = await server.app.inject({
          method,
          url: `${place.path.replaceAll(/:\w+/g, () => rest.parameter)}?${rest.query}`,
          headers: { ...headers, ...(rest.isSignedIn ? { authorization: `Bearer ${token}` } : {}) },
          remoteAddress: rest.ip,
          ...(method === 'GET' || method === 'HEAD' ? {} : { payload }),
        });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        if (answer.statusCode < 400 || method === 'HEAD') return;
        expect(errorBody.strict().safeParse(answer.json()).success).toBe(true);
      }),
      { numRuns: RUNS * 25, seed },
    );
  });

  it('broken JSON, other content types and bodies that are too large are refused', async () => {
    const send = (payload: string, type: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/app/companies/search?client=fuzzed',
        payload,
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
      });
    const answers = await Promise.all([
      send('{"filters":', 'application/json'),
      send('<xml/>', 'text/xml'),
      send(JSON.stringify({ search: 'x'.repeat(5_000_000) }), 'application/json'),
      send('{"__proto__": {"x": 1}}', 'application/json'),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([400, 415, 413, 400]);
    for (const answer of answers) expect(errorBody.strict().safeParse(answer.json()).success).toBe(true);
  });
});
