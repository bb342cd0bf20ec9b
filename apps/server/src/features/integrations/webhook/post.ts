import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#server/platform/outgoing-addresses.ts';

/** How long a receiver may take to answer. */
const TIMEOUT_MS = 15_000;
/** More of an answer is not read. */
const ANSWER_BYTES = 64 * 1024;

export type Posted =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string; readonly retryAfter: string | null }
  /** `isForbidden`: the address is not on the internet, and the installation does not allow others. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly isForbidden: boolean };

class ForbiddenAddress extends Error {}

/** The addresses of a name. */
type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

const forbidden = (host: string): ForbiddenAddress =>
  new ForbiddenAddress(`${host} is not an address on the internet, and this installation does not allow others`);

/**
 * Posts bytes to an address that a customer named. The connection goes to the very address that was checked, whatever the
 * name stands for a moment later. Redirects are answers like any other.
 */
export function postTo(
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer },
  options: {
    readonly allowsPrivateTargets: boolean;
    readonly timeoutMs?: number | undefined;
    readonly resolve?: Resolve | undefined;
  },
): Promise<Posted> {
  const { hostname, protocol } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!options.allowsPrivateTargets && isIP(literal) !== 0 && !isPublicAddress(literal)) {
    return Promise.resolve({ kind: 'unreachable', message: forbidden(literal).message, isForbidden: true });
  }
  const { promise, resolve: settle } = Promise.withResolvers<Posted>();
  const { timeoutMs = TIMEOUT_MS } = options;
  const fail = (message: string, isForbidden: boolean): void => settle({ kind: 'unreachable', message, isForbidden });
  const timeout = AbortSignal.timeout(timeoutMs);
  const outgoing = (protocol === 'https:' ? https : http).request(
    url,
    {
      method: 'POST',
      headers: { ...request.headers },
      agent: false,
      signal: timeout,
      lookup: checkedLookup(options.allowsPrivateTargets, options.resolve ?? resolveBySystem),
    },
    (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = (): void => {
        const retryAfter = answer.headers['retry-after'] ?? null;
        const body = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
        settle({ kind: 'answered', status: answer.statusCode ?? 0, body, retryAfter });
        answer.destroy();
      };
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= ANSWER_BYTES) end();
      });
      answer.on('end', end);
      // The status has arrived, and a receiver that has accepted must not get the same again.
      answer.on('error', end);
    },
  );
  outgoing.on('error', (error) => {
    if (timeout.aborted) fail(`There was no answer within ${timeoutMs / 1_000} seconds`, false);
    // Several addresses that all failed are one error without words of its own.
    else fail(error.message || ('code' in error ? String(error.code) : error.name), error instanceof ForbiddenAddress);
  });
  outgoing.end(request.bytes);
  return promise;
}

/** Resolves a name to its addresses on the internet only. */
function checkedLookup(allowsPrivateTargets: boolean, resolveName: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolveName(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => allowsPrivateTargets || isPublicAddress(address));
        const [first] = allowed;
        if (first === undefined) done(forbidden(hostname), '');
        else if (options.all === true) done(null, allowed);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
