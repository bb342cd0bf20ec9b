import { setTimeout as sleep } from 'node:timers/promises';
import { type Tokens, type Vendor, VendorUnavailable } from '../vendors/vendor.ts';
import { jittered } from './retry-waits.ts';

type Grant = Parameters<Vendor['signIn']['tokenRequest']>[0];

const TIMEOUT_MS = 30_000;
const WAITS_MS = [2_000, 8_000];

/** The CRM refused the code or the refresh token. */
export class TokensRefused extends Error {}

/**
 * Asks a CRM for tokens. Salesforce can have replaced the refresh token in an answer that was lost, so it is asked only
 * twice; a code is good for one request. Throws `TokensRefused` or `VendorUnavailable`.
 */
export async function requestTokens(vendor: Vendor, grant: Grant): Promise<Tokens> {
  const retries = grant.kind === 'code' ? 0 : vendor.type === 'SALESFORCE' ? 1 : WAITS_MS.length;
  for (let attempt = 0; ; attempt++) {
    const answer = await postForm(vendor.signIn.tokenRequest(grant));
    if (answer !== null) {
      const { status, body } = answer;
      if (status >= 200 && status < 300) return vendor.signIn.readTokens(body);
      if (vendor.signIn.isDeadToken(status, body)) throw new TokensRefused();
      // A refused code is final, in whatever words; the app's own credentials may be wrong too.
      if (grant.kind === 'code' && status < 500) throw new TokensRefused();
    }
    if (attempt >= retries) throw new VendorUnavailable(`${vendor.label} did not give a new token`);
    await sleep(jittered(WAITS_MS[attempt] ?? 0));
  }
}

/** Null if no whole answer came. */
async function postForm({ url, headers, form }: ReturnType<Vendor['signIn']['tokenRequest']>) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  } catch {
    // The error could quote the request, which has secrets.
    return null;
  }
}
