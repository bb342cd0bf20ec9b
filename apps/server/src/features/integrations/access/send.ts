import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ExternalAccount,
  OutcomeUnknown,
  type Vendor,
  type VendorAnswer,
  type VendorApi,
  VendorRefusal,
  type VendorRequest,
  VendorUnavailable,
} from '../vendors/vendor.ts';
import type { CallLimits } from './call-limits.ts';
import { jittered, RETRY_WAITS_MS } from './retry-waits.ts';
import type { TokenSource } from './token-holder.ts';
import type { CrmTokens } from './tokens.ts';

/** A read answers by then; a write may run a customer's automations first. */
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 120_000;

/** Errors of requests that never left. */
const NOT_SENT = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Sends requests for one connected account: within its limits, with fresh tokens, and again where that is safe. */
export function openApi(parts: {
  readonly vendor: Vendor;
  readonly account: ExternalAccount;
  readonly tokens: TokenSource;
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  /** Before the second try and each further one. */
  readonly waitsMs?: readonly number[];
}): VendorApi {
  const { vendor, account, tokens, limits, signal, waitsMs = RETRY_WAITS_MS } = parts;

  async function send(request: VendorRequest): Promise<VendorAnswer> {
    let tries = 0;
    let hasNewToken = false;
    const again = async (waitMs: number | null, reason: string): Promise<void> => {
      const usualMs = waitsMs[tries++];
      if (usualMs === undefined) throw new VendorUnavailable(`${vendor.label} did not answer: ${reason}`);
      await sleep(jittered(Math.max(usualMs, waitMs ?? 0)), undefined, { signal });
    };
    for (;;) {
      signal.throwIfAborted();
      await limits.take(request, signal);
      const current = await tokens.fresh();
      const sent = await exchange(request, current, signal);
      if (sent.kind !== 'answer') {
        if (sent.kind === 'lost' && request.kind === 'create') throw new OutcomeUnknown(sent.reason);
        await again(null, sent.reason);
        continue;
      }
      const { answer } = sent;
      const verdict = vendor.judge(answer, account);
      switch (verdict.kind) {
        case 'READ':
          if (verdict.learnt !== undefined) await limits.learn(verdict.learnt);
          return answer;
        case 'SLOW_DOWN':
          if (verdict.learnt !== undefined) await limits.learn(verdict.learnt);
          await limits.slowDown(request, jittered(verdict.waitMs), signal);
          break;
        case 'DAY_SPENT':
          return await limits.endDay(verdict.until);
        case 'SIGN_IN_AGAIN':
          if (hasNewToken) return await tokens.giveUp();
          hasNewToken = true;
          await tokens.instead(current.accessToken);
          break;
        case 'FORBIDDEN':
          throw new VendorRefusal(verdict.refusal);
        case 'UNAVAILABLE': {
          const reason = `status ${answer.status}`;
          if (verdict.mayBeApplied && request.kind === 'create') throw new OutcomeUnknown(reason);
          await again(verdict.waitMs, reason);
        }
      }
    }
  }

  return { account, signal, send };
}

type Exchange =
  | { readonly kind: 'answer'; readonly answer: VendorAnswer }
  | { readonly kind: 'not sent' | 'lost'; readonly reason: string };

async function exchange(request: VendorRequest, tokens: CrmTokens, signal: AbortSignal): Promise<Exchange> {
  const timeout = AbortSignal.timeout(request.kind === 'read' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(request.path, tokens.apiUrl), {
      method: request.method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${tokens.accessToken}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      // A write in flight is waited for, so that its outcome is known.
      signal: request.kind === 'read' ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const text = await response.text();
    const body = parseBody(text, response);
    if (body === undefined) return { kind: 'lost', reason: 'half an answer' };
    return { kind: 'answer', answer: { status: response.status, headers: response.headers, body } };
  } catch (error) {
    const code = codeOf(error);
    return { kind: NOT_SENT.has(code) ? 'not sent' : 'lost', reason: code };
  }
}

/** The token goes there, so an address from an answer must be the account's own. */
function addressOf(path: string, apiUrl: string): string {
  if (path.startsWith('/')) return `${apiUrl}${path}`;
  if (new URL(path).origin !== new URL(apiUrl).origin) {
    throw new VendorUnavailable('An answer named an address outside of the connected account');
  }
  return path;
}

/** Undefined if JSON was announced and is not complete. */
function parseBody(text: string, response: Response): unknown {
  if (text === '') return null;
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return isJson ? undefined : text;
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error && cause.name === 'TimeoutError' ? 'no answer in time' : 'the connection broke';
}
