import { outboxPath } from './outbox-page.ts';
import type { Platform } from './scope.ts';

/** Sentences for the terminal when the server is ready: its addresses, and settings that leave it open. */
export function announcement(platform: Pick<Platform, 'config' | 'mailer' | 'secrets'>, address: string): string {
  const { mode, publicUrl, isExposed, host, demo, trustedProxies } = platform.config;
  const isProduction = mode === 'production';
  const lines = [`Quarry is ready at ${publicUrl}`];
  const outbox = outboxPath(platform);
  if (outbox !== null) lines.push(`Outbox, for this machine only: ${address}${outbox}`);
  if (!isProduction && isExposed) lines.push(...exposure(host, demo.isOn));
  if (isProduction && publicUrl.startsWith('https://') && trustedProxies.length === 0) {
    lines.push(
      'QUARRY_TRUSTED_PROXIES is not set: behind a proxy, all callers share one address in the limits on sign-ins.',
    );
  }
  return lines.join('\n');
}

const exposure = (host: string, hasDemo: boolean): readonly string[] => [
  '',
  `WARNING: this is not a production server, but everybody on the network can reach it, because HOST is ${host}.`,
  ...(hasDemo ? ['The demo is on: everybody who knows its password can sign in as staff.'] : []),
  'Remove HOST to answer this machine only, or set NODE_ENV=production.',
  '',
];
