import { z } from 'zod';
import type { Secrets } from '#server/platform/secrets.ts';

const crmTokens = z.object({ accessToken: z.string(), refreshToken: z.string(), apiUrl: z.string() });
/** What is stored, encrypted, of a connected CRM account. */
export type CrmTokens = z.infer<typeof crmTokens>;

export const sealTokens = (secrets: Secrets, tokens: CrmTokens): string =>
  secrets.encrypt(JSON.stringify(crmTokens.parse(tokens)));

export const openTokens = (secrets: Secrets, sealed: string): CrmTokens =>
  crmTokens.parse(JSON.parse(secrets.decrypt(sealed)));

/** When a token that was just given ends; null if the CRM doesn't say. */
export const expiryOf = (expiresInSeconds: number | null): Date | null =>
  expiresInSeconds === null ? null : new Date(Date.now() + expiresInSeconds * 1_000);
