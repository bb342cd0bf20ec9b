import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isFromThisMachine } from './hosts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answers may be compressed: see `Endpoint.isCompressed`. */
    isCompressed?: boolean;
  }
}

/** A shorter answer fits into one packet anyway. */
const MIN_LENGTH = 1_400;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const zstd = promisify(zstdCompress);

/** In the order of preference: zstd takes half as long as the others for the same length. The levels are quick ones. */
const ENCODINGS = [
  { name: 'zstd', encode: (text: string) => zstd(text) },
  {
    name: 'br',
    encode: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  },
  { name: 'gzip', encode: (text: string) => zip(text, { level: 1 }) },
] as const;

/** The codings that an Accept-Encoding header names, without those that it refuses. */
function acceptedCodings(header: string): Set<string> {
  const parts = header.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return new Set(parts.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([coding = '']) => coding));
}

/**
 * Compresses long answers of the endpoints that allow it. Register it after what reads or replaces answers.
 *
 * The others stay as they are. The length of a compressed answer tells how much of it repeats, so whoever can place text
 * beside a secret and see lengths can guess the secret (BREACH).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.isCompressed !== true) return payload;
    reply.header('vary', 'accept-encoding');
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload;
    // Nothing lies between, so compressing would only take time.
    if (isFromThisMachine(request)) return payload;
    const accepted = acceptedCodings(request.headers['accept-encoding'] ?? '');
    const encoding = ENCODINGS.find(({ name }) => accepted.has(name));
    if (encoding === undefined) return payload;
    reply.header('content-encoding', encoding.name);
    return encoding.encode(payload);
  });
}
