import { hostname, networkInterfaces } from 'node:os';
import { AppError } from '@quarry/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Config, isLoopback } from './config.ts';

/** Orchestrators and proxies probe these under the names of containers. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+?)\.?)(?::\d{1,5})?$/i;

/** The name in a `Host` header, without port; null if there is none. */
function nameOf(host: string | undefined): string | null {
  const found = HOST.exec(host ?? '');
  return (found?.[1] ?? found?.[2])?.toLowerCase() ?? null;
}

const isLocalName = (name: string): boolean => isLoopback(name) || name.endsWith('.localhost');

/** The addresses and names under which others on the network reach this machine. */
function isOwnName(name: string): boolean {
  const own = hostname().toLowerCase();
  if (name === own || name === `${own}.local`) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === name));
}

/** True for a caller on this machine that used a local name; a page on a rebound name and a proxy's caller are not. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const name = nameOf(headers.host);
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  return isLoopback(peer) && name !== null && isLocalName(name) && !isForwarded;
}

/** Browsers say where a request comes from. Programs don't, but they carry nobody's cookies either. */
function isCrossSite({ method, headers }: FastifyRequest, publicOrigin: string): boolean {
  if (READS.has(method)) return false;
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin === publicOrigin) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && URL.parse(origin)?.host !== host;
}

/**
 * Refuses requests for other host names, so that a page whose name was rebound to this machine reads nothing, and writes
 * that another site starts in a person's browser.
 */
export function checkHosts(app: FastifyInstance, { publicUrl, host, isExposed }: Config): void {
  const { hostname: publicName, origin } = new URL(publicUrl);
  const known = new Set([nameOf(publicName), nameOf(host)]);
  app.addHook('onRequest', async (request) => {
    if (PROBES.has(request.routeOptions.url)) return;
    const name = nameOf(request.headers.host);
    if (name === null || !(known.has(name) || isLocalName(name) || (isExposed && isOwnName(name)))) {
      throw new AppError(
        'MISDIRECTED_REQUEST',
        'This server does not answer to this host name. Set QUARRY_PUBLIC_URL to the address that people open.',
      );
    }
    if (isCrossSite(request, origin)) throw new AppError('FORBIDDEN', 'Another site may not change anything here.');
  });
}
