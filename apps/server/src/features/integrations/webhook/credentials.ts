import { isIP } from 'node:net';
import { AppError, MASKED, type WebhookCredentials, webhookCredentials } from '@quarry/contracts';
import type { Config } from '#server/platform/config.ts';
import { isPublicAddress } from '#server/platform/outgoing-addresses.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { isReservedHeader } from './request-headers.ts';

export const sealWebhook = (secrets: Secrets, credentials: WebhookCredentials): string =>
  secrets.encrypt(JSON.stringify(credentials));

export const openWebhook = (secrets: Secrets, sealed: string): WebhookCredentials =>
  webhookCredentials.parse(JSON.parse(secrets.decrypt(sealed)));

/** The credentials as administrators see them: the values of headers and the secret are masked. */
export const maskWebhook = (credentials: WebhookCredentials): WebhookCredentials => ({
  ...credentials,
  headers: credentials.headers.map(({ header }) => ({ header, value: MASKED })),
  hmacSecret: credentials.hmacSecret === null ? null : MASKED,
});

const refused = (message: string): AppError => new AppError('BAD_REQUEST', message);

/** What to store for the credentials that were sent: masks keep what is stored. Throws BAD_REQUEST. */
export function mergeWebhook(sent: WebhookCredentials, stored: WebhookCredentials | null): WebhookCredentials {
  const names = new Set<string>();
  const headers = sent.headers.map(({ header, value }) => {
    const name = header.toLowerCase();
    if (isReservedHeader(name)) throw refused(`The header ${header} is set by Quarry and cannot be replaced.`);
    if (names.has(name)) throw refused(`The header ${header} is given twice.`);
    names.add(name);
    if (value !== MASKED) {
      if (value.includes('•')) throw refused(`The value of the header ${header} has characters that cannot be sent.`);
      return { header, value };
    }
    const known = stored?.headers.find((one) => one.header.toLowerCase() === name);
    if (known === undefined) throw refused(`Give the value of the header ${header}.`);
    return { header, value: known.value };
  });
  for (const url of [sent.accountUrl, sent.contactsUrl]) {
    if (url === null) continue;
    const { username, password } = new URL(url);
    if (username !== '' || password !== '') {
      throw refused('Put the user name and the password into a header instead of the address.');
    }
  }
  const hmacSecret = sent.hmacSecret === MASKED ? (stored?.hmacSecret ?? null) : sent.hmacSecret;
  return { ...sent, headers, hmacSecret: hmacSecret === '' ? null : hmacSecret };
}

/** A text without the secrets of a webhook, which its receiver may have echoed. */
export function withoutSecrets(text: string, { headers, hmacSecret }: WebhookCredentials): string {
  const secrets = [...headers.map(({ value }) => value), hmacSecret ?? '']
    // Authorization headers have their secret behind a word.
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((value) => value.length >= 6)
    .toSorted((a, b) => b.length - a.length);
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, MASKED), text);
}

/** Refuses addresses that would never be connected to. Names are checked with each connection. Throws BAD_REQUEST. */
export function assertTargets(
  { allowsPrivateTargets }: Pick<Config, 'allowsPrivateTargets'>,
  { accountUrl, contactsUrl }: WebhookCredentials,
): void {
  if (allowsPrivateTargets) return;
  for (const url of [accountUrl, contactsUrl]) {
    if (url === null) continue;
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if ((isIP(host) !== 0 && !isPublicAddress(host)) || /(?:^|\.)localhost$/.test(host)) {
      throw refused(`${host} is not an address on the internet, and this installation does not allow others.`);
    }
  }
}
