import { MAX_PAGE_SIZE } from '@quarry/contracts';
import { doors } from '../apps/server/src/doors.ts';

/** One kind of request to hammer. */
export interface Target {
  readonly name: string;
  /** Sent with the sign-in of the hammering account. */
  readonly isSignedIn: boolean;
  request(at: number): {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
    readonly token?: string;
  };
}

const number = (field: string, at: number) => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'size', field, operator: 'gte', value: at }],
});
const criteria = (at: number) => ({
  marketCriteria: number('firmographics/employee_count', at),
  dynamicDataBlockConfigs: [],
});

function post(name: string, path: string, body: (at: number) => unknown, isSignedIn = true): Target {
  return {
    name,
    isSignedIn,
    request: (at) => ({ method: 'POST', path: `/api${path}`, body: JSON.stringify(body(at)) }),
  };
}

function raw(name: string, isSignedIn: boolean, path: string, body: string): Target {
  return { name, isSignedIn, request: () => ({ method: 'POST', path, body }) };
}

function get(name: string, path: (at: number) => string, isSignedIn = false): Target {
  return { name, isSignedIn, request: (at) => ({ method: 'GET', path: path(at) }) };
}

const SEARCH = '/api/app/companies/search';
const texts = (count: number) => Array.from({ length: count }, (_each, at) => `company-${at}.example`);
const manyRules = (count: number) => ({
  id: 'root',
  combinator: 'and',
  rules: texts(count).map((value, at) => ({ id: `r${at}`, field: 'domain', operator: 'isOneOf', value: [value] })),
});
const FITTING = JSON.stringify({ filters: null, extra: texts(42_000) });
const BIG = JSON.stringify({ filters: null, extra: texts(150_000) });
const DEEP = `${'{"filters":'.repeat(100_000)}null${'}'.repeat(100_000)}`;

const heavyCalls: readonly Target[] = [
  post('searches', '/app/companies/search', (at) => ({ filters: number('employee_count', at) })),
  post('large pages', '/app/companies/search', (at) => ({ limit: MAX_PAGE_SIZE, offset: (at % 50) * MAX_PAGE_SIZE })),
  post('previews', '/app/markets/preview', criteria),
  post('counts', '/app/markets/counts', criteria),
  post('value statistics', '/app/data/describe-field', (at) => ({ fieldName: 'domain', valuesOffset: at })),
  get('field options', (at) => `/api/app/data/field-options?fieldName=domain&search=${at}`, true),
  post('exports', '/app/csv-exports', (at) => ({
    exportType: 'DATASET',
    exportName: `hammer ${at}`,
    exportConfig: {},
  })),
  post('filters of 5,000 domains', '/app/companies/search', (at) => ({
    filters: {
      id: 'root',
      combinator: 'and',
      rules: [{ id: 'r', field: 'domain', operator: 'isOneOf', value: [`${at}.example`, ...texts(4_999)] }],
    },
  })),
  post('filters of 5,000 rules', '/app/companies/search', () => ({ filters: manyRules(5_000) })),
  raw('bodies of 1 MB', true, SEARCH, FITTING),
  raw('bodies of 4 MB', true, SEARCH, BIG),
  raw('deep JSON', true, SEARCH, DEEP),
];

/** Costs the most where nothing limits what the estimator of strength reads. */
const craftedPassword = (at: number) => `${at}${'1qaz!QAZ2wsx@WSX'.repeat(8)}`.slice(0, 130);

/** Bodies of public doors that get further than validation. */
const publicBodies: Readonly<Record<string, (at: number) => unknown>> = {
  '/auth/sign-in': (at) => ({ email: `user-${at}@hammer.example`, password: craftedPassword(at) }),
  '/auth/confirm-new-password': (at) => ({ challenge: `no challenge ${at}`, newPassword: craftedPassword(at) }),
  '/auth/oidc/exchange': (at) => ({ code: `no code ${at}`, state: 'no state' }),
  '/auth/reset-password': (at) => ({ email: `user-${at}@hammer.example` }),
  '/auth/confirm-reset-password': (at) => ({
    email: `user-${at}@hammer.example`,
    code: '000000',
    newPassword: craftedPassword(at),
  }),
};

const publicDoors = doors
  .filter(({ endpoint }) => endpoint.access.kind === 'public')
  .map(({ endpoint: { method, path } }): Target => {
    if (method === 'GET') return get(`GET ${path}`, () => `/api${path}`);
    return post(`${method} ${path}`, path, publicBodies[path] ?? (() => ({})), false);
  });

const strangers: readonly Target[] = [
  get('unknown paths', (at) => `/api/nowhere/${at}`),
  get('the web app', () => '/'),
  get('health', () => '/healthz'),
  get('readiness', () => '/readyz'),
  get('metrics without the token', () => '/metrics'),
  get('the API description', () => '/api/openapi.json'),
  get('the outbox', () => '/api/dev/outbox'),
  raw('stranger: bodies of 4 MB', false, SEARCH, BIG),
  raw('stranger: deep JSON', false, SEARCH, DEEP),
  raw('stranger: bad JSON', false, SEARCH, '{"filters":'),
  raw('stranger: sign-in with 4 MB', false, '/api/auth/sign-in', BIG),
  {
    name: 'stranger: wrong tokens',
    isSignedIn: false,
    request: (at) => ({ method: 'GET', path: '/api/app/client?client=bench', token: `eyJhbGciOiJIUzI1NiJ9.e30.${at}` }),
  },
];

/** Every target. The public doors come last: their wrong attempts keep this address from signing in again. */
export const targets: readonly Target[] = [...heavyCalls, ...strangers, ...publicDoors];
