import { z } from 'zod';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { Feature, StaffPermission, UserPermission } from './permissions.ts';

/** Who may enter. The kind decides which scope the verb receives; the conditions are checked before it runs. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'user' }
  | {
      readonly kind: 'client';
      readonly permission?: UserPermission;
      /** The part of the product that the account must have. */
      readonly feature?: Feature;
      /** For what only staff may do in an account. */
      readonly staffPermission?: StaffPermission;
      /** The scope that opens it to API keys; `apiKeyScopeFor` says what holds when this is left out. */
      readonly apiKeys?: ApiKeyScope | false;
    }
  | { readonly kind: 'staff'; readonly permission: StaffPermission };

/** The audit action that a successful call leaves, or `false` for reads (and for writes that keep no record on purpose). */
export type Audit = string | false;

type Shape = z.ZodObject;
const nothing = z.object({});

/** One endpoint of the API as a value: server, web client, OpenAPI and the access matrix are made from it. */
export interface Endpoint<
  A extends Access = Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  O extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` parameters, e.g. `/app/companies/items/:companyId`. */
  readonly path: string;
  readonly summary: string;
  readonly access: A;
  readonly audit: Audit;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly output: O;
}

/**
 * The scope that an API key needs for an endpoint; `false` where none opens it. An endpoint says so itself with
 * `apiKeys`. Otherwise what needs a permission stays closed, what is audited changes something, and an unaudited GET
 * or POST only reads or searches; other unaudited methods keep somebody's personal settings.
 */
export function apiKeyScopeFor({ access, audit, method }: Endpoint): ApiKeyScope | false {
  if (access.kind !== 'client') return false;
  if (access.apiKeys !== undefined) return access.apiKeys;
  if (access.permission !== undefined || access.staffPermission !== undefined) return false;
  if (audit !== false) return 'write';
  return method === 'GET' || method === 'POST' ? 'read' : false;
}

// Zod types an empty part as a record of `never`, which would forbid every key of the others.
type ParsedPart<S extends Shape> = keyof S['shape'] extends never ? object : z.output<S>;
type SentPart<S extends Shape> = keyof S['shape'] extends never ? object : z.input<S>;

/** What a verb receives: path, query and body merged, parsed. */
export type InputOf<E extends Endpoint> = ParsedPart<E['params']> & ParsedPart<E['query']> & ParsedPart<E['body']>;
/** What a caller sends. */
export type CallOf<E extends Endpoint> = SentPart<E['params']> & SentPart<E['query']> & SentPart<E['body']>;
/** What a caller gets. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
/** What a verb must return. */
export type AnswerOf<E extends Endpoint> = z.input<E['output']>;

/** Declares an endpoint. Path, query and body must not share key names: they reach the verb as one object. */
export function endpoint<
  const A extends Access,
  O extends z.ZodType,
  P extends Shape = typeof nothing,
  Q extends Shape = typeof nothing,
  B extends Shape = typeof nothing,
>(declaration: {
  method: Endpoint['method'];
  path: string;
  summary: string;
  access: A;
  audit: Audit;
  params?: P;
  query?: Q;
  body?: B;
  output: O;
}): Endpoint<A, P, Q, B, O> {
  // A part that is left out is `nothing`, which is also what its type parameter then defaults to.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler can't tie a default to a missing key
  return { params: nothing, query: nothing, body: nothing, ...declaration } as unknown as Endpoint<A, P, Q, B, O>;
}
