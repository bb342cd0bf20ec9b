import type { AnswerOf, Endpoint, InputOf } from '@quarry/contracts';
import { AppError, MAX_PIECE_BYTES } from '@quarry/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { withinCallLimit } from './call-limit.ts';
import { assertKeyOpens, assertMayEnter, openClient } from './clients-access.ts';
import type { Identity } from './identity.ts';
import { loopTurn } from './loop-turns.ts';
import { requestFacts } from './request-facts.ts';
import {
  type ClientScope,
  clientScope,
  type Platform,
  type PublicScope,
  publicScope,
  type StaffScope,
  staffScope,
  type UserScope,
  userScope,
} from './scope.ts';
import { assertStorable } from './storable.ts';

interface Scopes {
  public: PublicScope;
  user: UserScope;
  client: ClientScope;
  'any-account': UserScope;
  staff: StaffScope;
}

/** The scope of an endpoint's verb, chosen by the endpoint's access. */
export type ScopeOf<E extends Endpoint> = Scopes[E['access']['kind']];

/** The function behind an endpoint, callable from HTTP, jobs and tests. */
export type Verb<E extends Endpoint> = (scope: ScopeOf<E>, input: InputOf<E>) => Promise<AnswerOf<E>>;

/** An endpoint mounted with its verb. */
export interface Door {
  readonly endpoint: Endpoint;
  /** Identifies the caller by the headers and the address, before the body is read. */
  enter(platform: Platform, identity: Identity, request: FastifyRequest, reply: FastifyReply): Promise<PublicScope>;
  answer(scope: PublicScope, request: FastifyRequest): Promise<unknown>;
}

const BEARER = /^Bearer ([^\s]+)$/i;

/** The bearer token of a request. Throws UNAUTHENTICATED without one. */
export function bearerToken(request: FastifyRequest): string {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
  return token;
}

async function enter(
  platform: Platform,
  identity: Identity,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  for (const part of [request.params, request.query]) assertStorable(part);
  const base = publicScope(platform, requestFacts(request, reply, platform.config));
  const { access } = endpoint;
  if (access.kind === 'public') return base;
  const user = await identity.authenticate(bearerToken(request), base.request.ip);
  assertKeyOpens(endpoint, user);
  if (access.kind === 'user') return userScope(base, endpoint, user);
  if (access.kind === 'staff') {
    // The answer to a change shows the account's data.
    const needed = ['VIEW_ANY_ACCOUNT', access.permission] as const;
    if (!needed.every((permission) => user.staffPermissions.includes(permission))) {
      throw new AppError(
        'FORBIDDEN',
        "You don't have permissions to view this page. Please contact your account administrator.",
      );
    }
    return staffScope(base, endpoint, user);
  }
  const name = queryOf(request).client;
  if (access.kind === 'any-account' && user.apiKey === null && user.staffPermissions.includes('VIEW_ANY_ACCOUNT'))
    return userScope(base, endpoint, user);
  if (typeof name !== 'string' || name === '')
    throw new AppError('BAD_REQUEST', 'The query parameter client is missing.');
  const found = await openClient(platform.db, user, name);
  assertMayEnter(access, found, user);
  if (access.kind === 'any-account') return userScope(base, endpoint, user, found.client.id);
  return clientScope(base, endpoint, user, found.client, found.permissions);
}

function queryOf(request: FastifyRequest): Record<string, unknown> {
  return typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const isBytes = endpoint.takesBytes === true;
  if (!isBytes) assertStorable(request.body);
  const { client: _client, ...query } = queryOf(request);
  const parts = [
    endpoint.params.safeParse(request.params ?? {}),
    endpoint.query.safeParse(query),
    endpoint.body.safeParse(isBytes ? { bytes: request.body } : (request.body ?? {})),
  ];
  const issues = parts.flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) throw invalidInput(issues);
  return Object.assign({}, ...parts.map(({ data }) => data));
}

function invalidInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const problems = issues.slice(0, 50).map(({ path, message }) => ({ path: path.join('.'), message }));
  return new AppError('VALIDATION_FAILED', problems[0]?.message ?? 'The request is not valid.', { issues: problems });
}

/**
 * Safe because `enter` chose the scope by the endpoint's access kind and `parseInput` parsed with its schemas. The
 * compiler can't connect the kind at run time with the type.
 */
function asArguments<E extends Endpoint>(scope: PublicScope, input: Record<string, unknown>): Parameters<Verb<E>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return [scope as ScopeOf<E>, input as InputOf<E>];
}

/**
 * Binds a verb to its endpoint. Access is checked before the input is parsed, and the output is validated against the
 * contract.
 */
export function door<E extends Endpoint>(endpoint: E, verb: Verb<E>): Door {
  return {
    endpoint,
    enter: (platform, identity, request, reply) => enter(platform, identity, endpoint, request, reply),
    answer: (scope, request) =>
      withinCallLimit(scope, async () => {
        await loopTurn(scope);
        const input = parseInput(endpoint, request);
        const result = await verb(...asArguments<E>(scope, input));
        await loopTurn(scope);
        const output: unknown = endpoint.output.parse(result);
        // Fastify serialises it in the same turn as it is returned.
        await loopTurn(scope);
        return output;
      }),
  };
}

/** Fits the longest password and challenge. */
const PUBLIC_BODY_LIMIT_BYTES = 16 * 1024;
/** Fits filters with tens of thousands of pasted domains; parsing it takes about ten milliseconds. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Large bodies that arrive together would block the event loop as one. */
function parseBodiesInTurns(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const scope = request.getDecorator<PublicScope | null>('scope');
    if (scope === null) return void parseJson(request, String(body), done);
    loopTurn(scope).then(() => parseJson(request, String(body), done), done);
  });
}

/** Mounts every door below /api. */
export function mount(app: FastifyInstance, platform: Platform, identity: Identity, doors: readonly Door[]): void {
  app.decorateRequest('scope', null);
  parseBodiesInTurns(app);
  const add = (to: FastifyInstance, { endpoint, enter, answer }: Door): void => {
    to.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config: { isCompressed: endpoint.isCompressed === true },
      bodyLimit: bodyLimitOf(endpoint),
      async onRequest(request, reply) {
        request.setDecorator('scope', await enter(platform, identity, request, reply));
      },
      handler: async (request, reply) => reply.send(await answer(request.getDecorator('scope'), request)),
    });
  };
  const takesBytes = ({ endpoint }: Door): boolean => endpoint.takesBytes === true;
  for (const each of doors) if (!takesBytes(each)) add(app, each);
  // In a context of their own, because all other doors refuse bytes.
  app.register(async (files) => {
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const each of doors) if (takesBytes(each)) add(files, each);
  });
}

function bodyLimitOf({ access, takesBytes }: Endpoint): number {
  if (access.kind === 'public') return PUBLIC_BODY_LIMIT_BYTES;
  return takesBytes === true ? MAX_PIECE_BYTES : BODY_LIMIT_BYTES;
}
