import { z } from 'zod';
import { API_KEY_SCOPES } from './api-key-scope.ts';
import { endpoint } from './endpoint.ts';

// A key that makes keys would outlive its own end.
const access = { kind: 'client', permission: 'ADMIN', apiKeys: false } as const;

/** What every key begins with. */
export const API_KEY_START = 'qk_';
/** The longest name of a key. */
export const API_KEY_NAME_MAX = 100;
/** The most keys that an account may have at a time. */
export const MAX_API_KEYS = 100;

/** A key that programs call the API with, as the account's administrators see it. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning of the key, to tell it from others. */
  prefix: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  createdAt: z.string(),
  /** E-mail address. */
  createdBy: z.string(),
  expiresAt: z.string().nullable(),
  /** True when its time is over. */
  isExpired: z.boolean(),
  /** To the minute; null while it was never used. */
  lastUsedAt: z.string().nullable(),
});
/** A key that programs call the API with. */
export type ApiKey = z.infer<typeof apiKey>;

/** The keys of the account that are not revoked, newest first. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/app/api-keys',
  summary: 'The API keys of the account',
  access,
  audit: false,
  output: z.object({ apiKeys: z.array(apiKey) }),
});

/** Makes a key. The answer is the only place where it ever shows. It acts as its maker, in this account only. */
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

/** Ends a key at once. */
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/app/api-keys/:apiKeyId',
  summary: 'Revoke an API key',
  access,
  audit: 'api-key.revoked',
  params: z.object({ apiKeyId: z.string().min(1).max(100) }),
  output: z.object({ ok: z.literal(true) }),
});
