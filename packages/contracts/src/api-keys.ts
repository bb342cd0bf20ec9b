import { z } from 'zod';
import { API_KEY_SCOPES } from './api-key-scope.ts';
import { endpoint } from './endpoint.ts';

// A key that could create keys would survive its own revocation.
const access = { kind: 'client', permission: 'ADMIN', apiKeys: false } as const;

export const API_KEY_PREFIX = 'qk_';
export const API_KEY_NAME_MAX = 100;
/** Per account. */
export const MAX_API_KEYS = 100;

/** An API key, as the account's administrators see it. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The start of the key, to identify it. */
  prefix: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  createdAt: z.string(),
  /** Email address. */
  createdBy: z.string(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  /** To the minute; null if never used. */
  lastUsedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The account's keys, without revoked ones, newest first. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/app/api-keys',
  summary: 'The API keys of the account',
  access,
  audit: false,
  output: z.object({ apiKeys: z.array(apiKey) }),
});

/** Creates a key, which acts as its creator in this account only. Only this response contains the key. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/app/api-keys',
  summary: 'Create an API key',
  access,
  audit: 'api-key.created',
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Please provide a name for this key')
      .max(API_KEY_NAME_MAX, `A name can have at most ${API_KEY_NAME_MAX} characters`),
    scope: z.enum(API_KEY_SCOPES),
    /** Null for a key that does not expire. */
    expiresInDays: z.number().int().min(1).max(3650).nullable(),
  }),
  output: z.object({ apiKey, key: z.string() }),
});

/** Revokes a key at once. */
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/app/api-keys/:apiKeyId',
  summary: 'Revoke an API key',
  access,
  audit: 'api-key.revoked',
  params: z.object({ apiKeyId: z.string().min(1).max(100) }),
  output: z.object({ ok: z.literal(true) }),
});
