import { createHmac } from 'node:crypto';
import { MASKED, type WebhookCredentials } from '@quarry/contracts';

/** Headers of the connection and of the request itself, which would let a receiver read another request than was sent. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True for a header that people cannot set; the name is in lower case. */
export const isReservedHeader = (name: string): boolean => RESERVED.has(name) || name.startsWith('x-quarry-');

interface Headers {
  readonly sent: Readonly<Record<string, string>>;
  /** With masked values of people's headers. */
  readonly shown: Readonly<Record<string, string>>;
}

/** The headers of a delivery. The signature is over exactly these bytes. */
export function requestHeaders(
  { headers, hmacSecret }: WebhookCredentials,
  delivery: { readonly id: string; readonly isTest: boolean },
  bytes: Buffer,
): Headers {
  const own = {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    'User-Agent': 'Quarry',
    'X-Quarry-Delivery': delivery.id,
    ...(delivery.isTest ? { 'X-Quarry-Test': 'true' } : {}),
    ...(hmacSecret === null
      ? {}
      : { 'X-Quarry-Hmac-Sha256': createHmac('sha256', hmacSecret).update(bytes).digest('hex') }),
  };
  const others = headers.filter(({ header }) => !isReservedHeader(header.toLowerCase()));
  const byName = (value: (one: (typeof others)[number]) => string) =>
    Object.fromEntries(others.map((one) => [one.header, value(one)]));
  return { sent: { ...byName(({ value }) => value), ...own }, shown: { ...byName(() => MASKED), ...own } };
}
