import { z } from 'zod';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { Feature, StaffPermission, UserPermission } from './permissions.ts';

/** Who may call an endpoint. The kind decides which scope the verb receives; the server checks access before it runs. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'user' }
  | {
      readonly kind: 'client';
      readonly permission?: UserPermission;
      /** The feature that the account must have. */
      readonly feature?: Feature;
      /** Restricts the endpoint to staff. */
      readonly staffPermission?: StaffPermission;
      /** The scope that API keys need, or false for none. Default: see `apiKeyScopeFor`. */
      readonly apiKeys?: ApiKeyScope | false;
    }
  | {
      /** About no account's data: for members of an account, and for staff who may view any, without one. */
      readonly kind: 'any-account';
      /** The feature that a member's account must have. */
      readonly feature?: Feature;
    }
  /** For staff with the permission who may also view any account. */
  | { readonly kind: 'staff'; readonly permission: StaffPermission };

/** The audit action of a successful call; `false` for reads and for writes that are deliberately not recorded. */
export type Audit = string | false;

type Shape = z.ZodObject;
const nothing = z.object({});

/** An endpoint as a value, from which server, web client, OpenAPI and access matrix are derived. */
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
  /** The answer may be long and holds no secret: neither a token nor a link that opens something by itself. */
  readonly isCompressed?: boolean | undefined;
  /** The request's body is bytes, which the verb receives as `bytes`; set it with `pieceOfFile` as the body. */
  readonly takesBytes?: boolean | undefined;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly output: O;
}

/** The most bytes of a file that one call takes; a longer file is sent piece by piece. */
export const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/** The body of an endpoint that takes bytes. */
export const pieceOfFile = z.object({
  bytes: z
    .instanceof(Uint8Array, { error: 'Send the piece of the file as application/octet-stream.' })
    .refine(({ byteLength }) => byteLength > 0, 'The piece of the file is empty.'),
});

/**
 * The scope that an API key needs for an endpoint, or `false` if keys cannot call it. `apiKeys` decides if set. Otherwise
 * endpoints with a permission are closed, audited ones need `write`, and unaudited GETs and POSTs, which only read or
 * search, need `read`; other unaudited methods save personal settings and are closed.
 */
export function apiKeyScopeFor({ access, audit, method }: Endpoint): ApiKeyScope | false {
  if (access.kind === 'any-account') return 'read';
  if (access.kind !== 'client') return false;
  if (access.apiKeys !== undefined) return access.apiKeys;
  if (access.permission !== undefined || access.staffPermission !== undefined) return false;
  if (audit !== false) return 'write';
  return method === 'GET' || method === 'POST' ? 'read' : false;
}

// Zod types an empty part as a record of `never`, which would forbid the keys of the other parts.
type ParsedPart<S extends Shape> = keyof S['shape'] extends never ? object : z.output<S>;
type SentPart<S extends Shape> = keyof S['shape'] extends never ? object : z.input<S>;

/** The verb's input: path, query and body, parsed and merged. */
export type InputOf<E extends Endpoint> = ParsedPart<E['params']> & ParsedPart<E['query']> & ParsedPart<E['body']>;
/** The caller's request. */
export type CallOf<E extends Endpoint> = SentPart<E['params']> & SentPart<E['query']> & SentPart<E['body']>;
/** The caller's response. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
/** The verb's return value. */
export type AnswerOf<E extends Endpoint> = z.input<E['output']>;

/** Declares an endpoint. Path, query and body must not share keys, because the verb receives them as one object. */
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
  isCompressed?: boolean;
  takesBytes?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  output: O;
}): Endpoint<A, P, Q, B, O> {
  // A missing part is `nothing`, which is also the default of its type parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler can't tie a default to a missing key
  return { params: nothing, query: nothing, body: nothing, ...declaration } as unknown as Endpoint<A, P, Q, B, O>;
}
