import { createHash, randomBytes } from 'node:crypto';
import {
  type ExternalAccount,
  OutcomeUnknown,
  type Vendor,
  type VendorAnswer,
  type VendorApi,
  VendorRefusal,
  type VendorRequest,
  type Verdict,
} from '../vendors/vendor.ts';

/** Thrown for answers that a caller with limits and retries would wait for. */
export class NotReadable extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(`The answer means ${verdict.kind}`);
    this.verdict = verdict;
  }
}

/** Connects to a stand-in as a person does, and sends requests without limits and retries. */
export async function connectPlainly(vendor: Vendor): Promise<VendorApi> {
  const { accessToken, apiUrl } = await signInPlainly(vendor);
  const api = plainVendorApi(vendor, accessToken, { id: '', name: null, apiUrl, facts: {} });
  return plainVendorApi(vendor, accessToken, await vendor.readAccount(api));
}

/** Goes through the vendor's consent page, which leads back at once. */
export async function signInPlainly(vendor: Vendor) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const redirectUri = 'https://quarry.test/connectors/redirect';
  const consent = await fetch(
    vendor.signIn.authorizeUrl({ redirectUri, state: 'a state', codeChallenge, isSandbox: false }),
    { redirect: 'manual' },
  );
  const back = new URL(consent.headers.get('location') ?? '');
  if (back.searchParams.get('state') !== 'a state') throw new Error('The state did not come back');
  const code = back.searchParams.get('code') ?? '';
  return requestTokens(vendor, { kind: 'code', code, redirectUri, codeVerifier, isSandbox: false });
}

/** Throws a `DeadToken` if somebody must connect again. */
export async function requestTokens(vendor: Vendor, grant: Parameters<Vendor['signIn']['tokenRequest']>[0]) {
  const { url, headers, form } = vendor.signIn.tokenRequest(grant);
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  const body: unknown = await answer.json();
  if (vendor.signIn.isDeadToken(answer.status, body)) throw new DeadToken();
  if (!answer.ok) throw new Error(`No tokens: ${JSON.stringify(body)}`);
  return vendor.signIn.readTokens(body);
}

export class DeadToken extends Error {}

function plainVendorApi(vendor: Vendor, accessToken: string, account: ExternalAccount): VendorApi {
  return {
    account,
    signal: new AbortController().signal,
    async send(request) {
      const answer = await sendPlainly(request, accessToken, account);
      const verdict = vendor.judge(answer, account);
      if (verdict.kind === 'READ') return answer;
      if (verdict.kind === 'FORBIDDEN') throw new VendorRefusal(verdict.refusal);
      if (verdict.kind === 'UNAVAILABLE' && verdict.mayBeApplied && request.kind === 'create')
        throw new OutcomeUnknown();
      throw new NotReadable(verdict);
    },
  };
}

async function sendPlainly(request: VendorRequest, token: string, account: ExternalAccount): Promise<VendorAnswer> {
  const url = /^https?:/.test(request.path) ? request.path : `${account.apiUrl}${request.path}`;
  const hasBody = request.body !== undefined;
  try {
    const answer = await fetch(url, {
      method: request.method,
      headers: { authorization: `Bearer ${token}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  } catch (error) {
    if (request.kind === 'create') throw new OutcomeUnknown('No answer came', { cause: error });
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
