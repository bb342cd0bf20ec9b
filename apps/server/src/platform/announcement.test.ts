import { expect, test } from 'vitest';
import { announcement } from './announcement.ts';
import { readConfig } from './config.ts';
import { createSecrets } from './secrets.ts';

const address = 'http://127.0.0.1:4100';

function announced(env: NodeJS.ProcessEnv): string {
  const secrets = createSecrets('a secret of the tests, long enough for a key');
  const mailer = { send: async () => {}, outbox: async () => [], close: () => {} };
  return announcement({ config: readConfig(env), secrets, mailer }, address);
}
const production = { NODE_ENV: 'production', QUARRY_SECRET_KEY: 'k'.repeat(32), MAIL: 'off' };

test('a default start names its address and the outbox with its token, and warns of nothing', () => {
  expect(announced({})).toMatch(
    /^Quarry is ready at http:\/\/localhost:4100\nOutbox, .*: http:\/\/127\.0\.0\.1:4100\/api\/dev\/outbox\?token=\S{43}$/,
  );
});

test('a server that others can reach outside production says so, and what to do', () => {
  const text = announced({ HOST: '0.0.0.0' });
  expect(text).toContain('WARNING: this is not a production server, but everybody on the network can reach it');
  expect(text).not.toContain('outbox');
  expect(announced({ HOST: '0.0.0.0', QUARRY_DEMO: 'on' })).toContain('everybody who knows its password can sign in');
});

test('production behind HTTPS names the missing proxy, and never an outbox', () => {
  const env = { ...production, QUARRY_PUBLIC_URL: 'https://quarry.test' };
  expect(announced(env)).toContain('QUARRY_TRUSTED_PROXIES is not set');
  expect(announced({ ...env, QUARRY_TRUSTED_PROXIES: '127.0.0.1' })).toBe('Quarry is ready at https://quarry.test');
});
