import type { MxRecord } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import type { MailResolver } from './find-mail-servers.ts';
import { createSmtpVerifier } from './smtp-verifier.ts';
import { startMailServer, startRawServer } from './testing/mail-servers.ts';
import type { VerifierLimits } from './verifier-limits.ts';

const LOCAL = '127.0.0.1';
const NO_USER = [550, '5.1.1 No such user here'] as const;
const LATER = [451, '4.7.1 Greylisted, please come back later'] as const;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
const kept = <T extends { close(): Promise<void> }>(server: T): T => {
  opened.push(server);
  return server;
};

const nothing = (code: string) => Object.assign(new Error(code), { code });

/** Every domain has one mail server on this machine, unless named here. */
function resolverOf(parts: {
  mx?: Readonly<Record<string, MxRecord[] | string>>;
  hosts?: Readonly<Record<string, string[] | string>>;
}): MailResolver {
  return {
    async resolveMx(domain) {
      const found = parts.mx?.[domain] ?? [{ exchange: `mx.${domain}`, priority: 10 }];
      if (typeof found === 'string') throw nothing(found);
      return found;
    },
    async resolve4(host) {
      const found = parts.hosts?.[host] ?? [LOCAL];
      if (typeof found === 'string') throw nothing(found);
      return found;
    },
    async resolve6() {
      throw nothing('ENODATA');
    },
  };
}

function verifierAt(
  port: number,
  options: { limits?: Partial<VerifierLimits>; resolver?: MailResolver; allowsPrivateTargets?: boolean } = {},
): EmailVerifier {
  return createSmtpVerifier({
    heloName: 'mail.quarry.test',
    mailFrom: 'check@quarry.test',
    allowsPrivateTargets: options.allowsPrivateTargets ?? true,
    resolver: options.resolver ?? resolverOf({}),
    port,
    limits: { pauseMs: 0, greylistWaitMs: 20, ...options.limits },
  });
}

const never = () => new AbortController().signal;
const reasonsOf = async (verifier: EmailVerifier, ...emails: string[]) =>
  Object.fromEntries(
    [...(await verifier.verify(emails, never()))].map(([email, { status, reason }]) => [email, `${status}: ${reason}`]),
  );

describe('an address is', () => {
  test('verified if its server accepts it and refuses a random one, invalid if the server does not know it', async () => {
    const server = kept(await startMailServer((address) => (address === 'ann@acme.test' ? null : NO_USER)));
    const verifier = verifierAt(server.port);
    expect(await reasonsOf(verifier, 'ben@acme.test', ' ann@ACME.test ')).toEqual({
      'ben@acme.test': 'invalid: no-such-mailbox',
      ' ann@ACME.test ': 'verified: accepted',
    });
    expect(server.recipients).toEqual([
      'ben@acme.test',
      'ann@acme.test',
      expect.stringMatching(/^q\w{18}@acme\.test$/),
    ]);
    expect(await reasonsOf(verifier, 'ann@acme.test', 'eve@acme.test')).toEqual({
      'ann@acme.test': 'verified: accepted',
      'eve@acme.test': 'invalid: no-such-mailbox',
    });
    expect(server.recipients.slice(3)).toEqual(['eve@acme.test']);
  });

  test('other if its domain accepts any mailbox, of which no other is then asked about', async () => {
    const server = kept(await startMailServer(() => null));
    const verifier = verifierAt(server.port);
    const catchAll = 'other: catch-all';
    expect(await reasonsOf(verifier, 'ann@acme.test', 'ben@acme.test')).toEqual({
      'ann@acme.test': catchAll,
      'ben@acme.test': catchAll,
    });
    expect(await reasonsOf(verifier, 'eve@acme.test')).toEqual({ 'eve@acme.test': catchAll });
    expect(server.recipients).toHaveLength(2);
  });

  test('tried again later if refused for the moment', async () => {
    const server = kept(
      await startMailServer((address, times) => {
        if (address.startsWith('q')) return NO_USER;
        return address === 'never@acme.test' || times === 1 ? LATER : null;
      }),
    );
    expect(await reasonsOf(verifierAt(server.port), 'ann@acme.test', 'never@acme.test')).toEqual({
      'ann@acme.test': 'verified: accepted',
      'never@acme.test': 'other: greylisted',
    });
    expect(server.recipients.filter((address) => address === 'never@acme.test')).toHaveLength(2);
  });

  test.each([
    [[550, '5.7.1 Your IP is on a block list'], 'other: refused'],
    [[550, 'Blocked by Spamhaus'], 'other: refused'],
    [[554, 'Transaction failed'], 'other: refused'],
    [[550, '5.4.1 Recipient address rejected: Access denied'], 'invalid: no-such-mailbox'],
    [[550, 'Unknown user'], 'invalid: no-such-mailbox'],
    [[552, '5.2.2 Mailbox full'], 'other: mailbox-full'],
  ] as const)('judged by the reason of the refusal %j', async (refusal, verdict) => {
    const server = kept(await startMailServer(() => refusal));
    expect(await reasonsOf(verifierAt(server.port), 'ann@acme.test')).toEqual({ 'ann@acme.test': verdict });
  });

  test('invalid without a look-up if it cannot be one', async () => {
    const emails = ['', '@', 'ann', 'ann@', '@acme.test', 'a b@acme.test', 'ann@acme', 'ann@-x.test', 'ann@127.0.0.1'];
    emails.push(
      'ann@acme..test',
      '.ann@acme.test',
      'ann@acme.test\r\nRSET',
      'ann\r\nDATA@acme.test',
      `${'a'.repeat(65)}@acme.test`,
    );
    const verdicts = await reasonsOf(verifierAt(1), ...emails);
    expect(new Set(Object.values(verdicts))).toEqual(new Set(['invalid: syntax']));
    expect(Object.keys(verdicts)).toHaveLength(emails.length);
    expect(await reasonsOf(verifierAt(1), '"ann b"@acme.test', 'änn@acme.test')).toEqual({
      '"ann b"@acme.test': 'other: unsupported-address',
      'änn@acme.test': 'other: unsupported-address',
    });
  });
});

describe('mail servers are found', () => {
  const decide = (address: string) => (address.startsWith('ann@') ? null : NO_USER);

  test('by MX records in their order, without them at the domain itself', async () => {
    const server = kept(await startMailServer(decide));
    const resolver = resolverOf({
      mx: {
        'two.test': [
          { exchange: 'backup.two.test', priority: 20 },
          { exchange: 'main.two.test', priority: 10 },
        ],
        'plain.test': 'ENODATA',
      },
      // Nobody listens at the second address of this machine.
      hosts: { 'main.two.test': ['127.0.0.2'], 'backup.two.test': [LOCAL], 'plain.test': [LOCAL] },
    });
    expect(await reasonsOf(verifierAt(server.port, { resolver }), 'ann@two.test', 'ann@plain.test')).toEqual({
      'ann@two.test': 'verified: accepted',
      'ann@plain.test': 'verified: accepted',
    });
  });

  test('or the address is invalid; failing to look them up says nothing', async () => {
    const resolver = resolverOf({
      mx: {
        'null.test': [{ exchange: '', priority: 0 }],
        'none.test': 'ENOTFOUND',
        'broken.test': 'ESERVFAIL',
      },
      hosts: { 'none.test': 'ENOTFOUND', 'mx.down.test': 'ETIMEOUT' },
    });
    const emails = ['ann@null.test', 'ann@none.test', 'ann@broken.test', 'ann@down.test', 'ann@dead.test'];
    expect(await reasonsOf(verifierAt(1, { resolver }), ...emails)).toEqual({
      'ann@null.test': 'invalid: refuses-mail',
      'ann@none.test': 'invalid: no-mail-server',
      'ann@broken.test': 'other: look-up-failed',
      'ann@down.test': 'other: look-up-failed',
      'ann@dead.test': 'other: unreachable',
    });
  });

  test('but not in private networks, unless the installation allows it', async () => {
    const server = kept(await startMailServer(decide));
    const verifier = verifierAt(server.port, { allowsPrivateTargets: false });
    expect(await reasonsOf(verifier, 'ann@acme.test')).toEqual({ 'ann@acme.test': 'other: address-not-allowed' });
    expect(server.connections.total).toBe(0);
  });
});

describe('a server that', () => {
  test('answers slowly on purpose is left when the time is over', async () => {
    const server = kept(
      await startRawServer((socket) => {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 10);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const hasty = verifierAt(server.port, { limits: { commandMs: 100 } });
    expect(await reasonsOf(hasty, 'ann@acme.test')).toEqual({ 'ann@acme.test': 'other: timeout' });
    const patient = verifierAt(server.port, { limits: { conversationMs: 100 } });
    expect(await reasonsOf(patient, 'ann@acme.test')).toEqual({ 'ann@acme.test': 'other: timeout' });
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  test('drops the connection says nothing about the addresses it was not asked about', async () => {
    const server = kept(
      await startRawServer((socket) => {
        socket.write('220 hello\r\n');
        socket.on('data', (data) => {
          if (data.includes('RCPT TO:<ben@')) socket.destroy();
          else if (data.includes('RCPT')) socket.write('550-5.1.1 no\r\n550 5.1.1 such user\r\n');
          else socket.write(data.includes('EHLO') ? '502 what?\r\n' : '250 fine\r\n');
        });
      }),
    );
    expect(await reasonsOf(verifierAt(server.port), 'ann@acme.test', 'ben@acme.test', 'eve@acme.test')).toEqual({
      'ann@acme.test': 'invalid: no-such-mailbox',
      'ben@acme.test': 'other: connection-lost',
      'eve@acme.test': 'other: connection-lost',
    });
  });

  test.each([
    ['HTTP/1.1 400 Bad Request\r\n', 'other: protocol-error'],
    ['x'.repeat(70_000), 'other: protocol-error'],
    ['554 5.7.1 no\r\n', 'other: refused'],
    ['421 busy\r\n', 'other: greylisted'],
  ])('greets with %j', async (greeting, verdict) => {
    const server = kept(await startRawServer((socket) => void socket.write(greeting)));
    expect(await reasonsOf(verifierAt(server.port), 'ann@acme.test')).toEqual({ 'ann@acme.test': verdict });
  });
});

test('a server gets a limited number of connections at a time, each with a limited number of questions', async () => {
  const server = kept(
    await startMailServer(async (address) => {
      await sleep(5);
      return address.startsWith('ann') ? null : NO_USER;
    }),
  );
  const emails = Array.from({ length: 40 }, (_, index) => [`ann${index}@one.test`, `ben${index}@two.test`]).flat();
  const polite = verifierAt(server.port, { limits: { connectionsPerServer: 2, recipientsPerConnection: 5 } });
  const verdicts = await reasonsOf(polite, ...emails);
  expect(Object.values(verdicts).filter((verdict) => verdict === 'verified: accepted')).toHaveLength(40);
  expect(server.connections).toEqual({ peak: 2, total: 16 });
  const alone = verifierAt(server.port, { limits: { maxConnections: 1, recipientsPerConnection: 5 } });
  await reasonsOf(alone, ...emails);
  expect(server.connections.total).toBe(32);
});

test('an abort ends every conversation and the wait for another try', async () => {
  const silent = kept(await startRawServer((socket) => void socket.write('220 hello\r\n')));
  const stopping = new AbortController();
  const reason = new Error('the job was cancelled');
  const emails = Array.from({ length: 30 }, (_, index) => `ann@company${index}.test`);
  const asking = verifierAt(silent.port, { limits: { connectionsPerServer: 3 } }).verify(emails, stopping.signal);
  await expect.poll(() => silent.openConnections()).toBe(3);
  stopping.abort(reason);
  await expect(asking).rejects.toBe(reason);
  await expect.poll(() => silent.openConnections()).toBe(0);

  const greylisting = kept(await startMailServer(() => LATER));
  const waiting = new AbortController();
  const deferred = verifierAt(greylisting.port, { limits: { greylistWaitMs: 600_000 } }).verify(
    ['ann@acme.test'],
    waiting.signal,
  );
  await expect.poll(() => greylisting.recipients.length).toBe(1);
  waiting.abort(reason);
  await expect(deferred).rejects.toBe(reason);
});
