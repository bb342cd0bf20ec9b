import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, crmType } from '@quarry/contracts';
import { z } from 'zod';
import type { Secrets } from '#server/platform/secrets.ts';

const PURPOSE = 'oauth-state';

const oauthState = z.object({
  /** The account's name, and the type, from which the shared redirect routes find the account's page. */
  client: z.string(),
  connectorType: crmType,
  sandbox: z.boolean(),
  nonce: z.string(),
});
type OauthState = z.infer<typeof oauthState>;

const signatureOf = (secrets: Secrets, payload: string): Buffer =>
  createHmac('sha256', secrets.keyFor(PURPOSE)).update(payload).digest();

/** A new state, `<payload>.<signature>`, both base64url; browsers can read the payload, which is JSON. */
export function createState(secrets: Secrets, content: Omit<OauthState, 'nonce'>): string {
  const state: OauthState = { ...content, nonce: randomBytes(18).toString('base64url') };
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${payload}.${signatureOf(secrets, payload).toString('base64url')}`;
}

/** Reads a state of ours. Throws CRM_REFUSED for any other. */
export function openState(secrets: Secrets, state: string): OauthState {
  const [payload = '', signature = ''] = state.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secrets, payload);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidState();
  return oauthState.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}

export const hashState = (state: string): string => createHash('sha256').update(state).digest('hex');

export const invalidState = (): AppError =>
  new AppError('CRM_REFUSED', 'This connection was not begun here, or it took too long. Please connect again.');
