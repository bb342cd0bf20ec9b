import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const production = { NODE_ENV: 'production', QUARRY_SECRET_KEY: 'k'.repeat(32), SMTP_URL: 'smtp://mail.test' };

test('a default start answers this machine only and shows developers the demo and the outbox', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    isExposed: false,
    hasOutboxPage: true,
    demo: { isOn: true },
    trustedProxies: [],
  });
});

test('an exposed development start has neither demo nor outbox, unless they are asked for by name', () => {
  expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
    isExposed: true,
    hasOutboxPage: false,
    demo: { isOn: false },
  });
  expect(readConfig({ HOST: '0.0.0.0', QUARRY_DEMO: 'on', QUARRY_OUTBOX: 'on' })).toMatchObject({
    hasOutboxPage: true,
    demo: { isOn: true },
  });
});

test('production listens on every interface, without demo and outbox', () => {
  expect(readConfig(production)).toMatchObject({
    host: '0.0.0.0',
    isExposed: true,
    hasOutboxPage: false,
    demo: { isOn: false },
  });
});

test.each([
  [{ ...production, QUARRY_DEMO: 'on' }, 'QUARRY_DEMO cannot be on in production'],
  [{ ...production, QUARRY_OUTBOX: 'on' }, 'QUARRY_OUTBOX cannot be on in production'],
  [{ ...production, SMTP_URL: '' }, 'SMTP_URL is required in production'],
  [{ ...production, MAIL: 'off' }, 'contradict'],
  [{ ...production, QUARRY_SECRET_KEY: undefined }, 'QUARRY_SECRET_KEY is required in production'],
  [{ QUARRY_SECRET_KEY: '' }, 'QUARRY_SECRET_KEY is invalid: must have at least 32 characters'],
  [{ QUARRY_TRUSTED_PROXIES: '10.0.0.0/33' }, 'QUARRY_TRUSTED_PROXIES is invalid'],
  [{ QUARRY_TRUSTED_PROXIES: '0.0.0.0/0' }, 'QUARRY_TRUSTED_PROXIES is invalid'],
  [{ QUARRY_TRUSTED_PROXIES: 'proxy' }, 'QUARRY_TRUSTED_PROXIES is invalid'],
  [{ EMAIL_VERIFIER: 'yes' }, 'EMAIL_VERIFIER is invalid'],
  [{ EMAIL_VERIFIER: 'smtp', EMAIL_VERIFIER_HELO: 'mail.quarry.test' }, 'EMAIL_VERIFIER_FROM are required'],
  [{ EMAIL_VERIFIER_HELO: 'a.test\r\nRSET' }, 'EMAIL_VERIFIER_HELO is invalid'],
  [{ EMAIL_VERIFIER_FROM: '<>' }, 'EMAIL_VERIFIER_FROM is invalid'],
])('refuses %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(sentence);
});

test('reads trusted proxies and an installation without mail', () => {
  const env = { ...production, SMTP_URL: '', MAIL: 'off', QUARRY_TRUSTED_PROXIES: '10.0.0.0/8, ::1' };
  expect(readConfig(env)).toMatchObject({ isMailOn: false, trustedProxies: ['10.0.0.0/8', '::1'] });
});

test('reads the sentences above every page', () => {
  expect(readConfig({}).bannerAlerts).toEqual([]);
  expect(readConfig({ QUARRY_BANNER: 'Away on Sunday. | Back on Monday.' }).bannerAlerts).toEqual([
    'Away on Sunday.',
    'Back on Monday.',
  ]);
});

test('asks no mail server about e-mail addresses unless told how to introduce itself', () => {
  const named = { EMAIL_VERIFIER_HELO: 'mail.quarry.test', EMAIL_VERIFIER_FROM: 'check@quarry.test' };
  expect(readConfig(named)).toMatchObject({ emailVerifier: null, allowsPrivateTargets: false });
  expect(readConfig({ ...named, EMAIL_VERIFIER: 'smtp' }).emailVerifier).toEqual({
    heloName: 'mail.quarry.test',
    mailFrom: 'check@quarry.test',
  });
});
