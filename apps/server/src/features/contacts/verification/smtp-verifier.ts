import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { EmailVerdict, EmailVerdictReason, EmailVerifier } from '#server/platform/email-verifier.ts';
import { type EmailAddress, parseEmailAddress } from '../email-address.ts';
import { askMailServer } from './ask-mail-server.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { findMailServers, type MailResolver } from './find-mail-servers.ts';
import { openConversation, SmtpFailure } from './smtp-conversation.ts';
import { isLasting, verdictOf } from './verdicts.ts';
import { DEFAULT_LIMITS, type VerifierLimits } from './verifier-limits.ts';

const SMTP_PORT = 25;

type Reasons = ReadonlyMap<EmailAddress, EmailVerdictReason>;

/**
 * A verifier that asks the mail servers of the addresses' domains, without ever sending a mail. An address that is
 * refused for the moment is tried once more, `greylistWaitMs` later.
 */
export function createSmtpVerifier(options: {
  /** This machine's name, as mail servers see it. */
  readonly heloName: string;
  readonly mailFrom: string;
  readonly allowsPrivateTargets: boolean;
  readonly resolver: MailResolver;
  readonly limits?: Partial<VerifierLimits>;
  /** Default 25. */
  readonly port?: number;
}): EmailVerifier {
  const { resolver, allowsPrivateTargets, port = SMTP_PORT } = options;
  const limits: VerifierLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const slots = createConnectionSlots(limits);
  const kept = new LRUCache<string, EmailVerdict>({ max: limits.maxKept, ttl: limits.keepMs });
  const catchAlls = new LRUCache<string, boolean>({ max: limits.maxKept, ttl: limits.keepMs });

  /** Asks the first of a domain's servers that answers. */
  async function askServers(
    servers: readonly string[],
    domain: string,
    addresses: readonly EmailAddress[],
    signal: AbortSignal,
  ): Promise<Reasons> {
    for (const address of servers) {
      const giveBack = await slots.take(address, signal);
      try {
        const conversation = openConversation({ ...limits, address, port, signal });
        const found = await askMailServer(conversation, addresses, options, catchAlls.get(domain) ?? null);
        if (found.isCatchAll !== null) catchAlls.set(domain, found.isCatchAll);
        return found.reasons;
      } catch (error) {
        if (!(error instanceof SmtpFailure)) throw error;
      } finally {
        giveBack();
      }
    }
    return allOf(addresses, 'unreachable');
  }

  async function checkDomain(
    domain: string,
    addresses: readonly EmailAddress[],
    signal: AbortSignal,
  ): Promise<Reasons> {
    if (catchAlls.get(domain) === true) return allOf(addresses, 'catch-all');
    const servers = await findMailServers(resolver, domain, {
      allowsPrivateTargets,
      max: limits.serversPerDomain,
      signal,
    });
    signal.throwIfAborted();
    if (typeof servers === 'string') return allOf(addresses, servers);
    const chunks = Array.from({ length: Math.ceil(addresses.length / limits.recipientsPerConnection) }, (_, index) =>
      addresses.slice(index * limits.recipientsPerConnection, (index + 1) * limits.recipientsPerConnection),
    );
    const found = await settleAll(chunks.map((chunk) => askServers(servers, domain, chunk, signal)));
    return new Map(found.flatMap((reasons) => [...reasons]));
  }

  /** Checks domains side by side, as many as there may be connections. */
  async function checkAll(addresses: readonly EmailAddress[], signal: AbortSignal): Promise<Reasons> {
    const reasons = new Map<EmailAddress, EmailVerdictReason>();
    const domains = Map.groupBy(addresses, ({ domain }) => domain).entries();
    const worker = async () => {
      // The workers share the iterator.
      for (const [domain, group] of domains) {
        for (const [address, reason] of await checkDomain(domain, group, signal)) {
          reasons.set(address, reason);
          const verdict = verdictOf(reason);
          if (isLasting(verdict)) kept.set(address.text, verdict);
        }
      }
    };
    await settleAll(Array.from({ length: limits.maxConnections }, worker));
    return reasons;
  }

  return {
    async verify(emails, signal) {
      signal.throwIfAborted();
      const parsed = emails.map((email) => ({ email, address: parseAskable(email) }));
      const verdicts = new Map<string, EmailVerdict>();
      const asked = new Map<string, EmailAddress>();
      for (const { address } of parsed) {
        if (typeof address === 'string') continue;
        const known = kept.get(address.text);
        if (known === undefined) asked.set(address.text, address);
        else verdicts.set(address.text, known);
      }
      const note = (reasons: Reasons) => {
        for (const [{ text }, reason] of reasons) verdicts.set(text, verdictOf(reason));
      };
      note(await checkAll([...asked.values()], signal));
      const deferred = [...asked.values()].filter(({ text }) => verdicts.get(text)?.reason === 'greylisted');
      if (deferred.length > 0) {
        await sleep(limits.greylistWaitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        note(await checkAll(deferred, signal));
      }
      return new Map(
        parsed.map(({ email, address }) => {
          const verdict = typeof address === 'string' ? verdictOf(address) : verdicts.get(address.text);
          if (verdict === undefined) throw new Error('An address was left out');
          return [email, verdict];
        }),
      );
    },
  };
}

function parseAskable(email: string): EmailAddress | EmailVerdictReason {
  const address = parseEmailAddress(email);
  if (address === null) return 'syntax';
  // Few servers take others.
  return address.isPlain ? address : 'unsupported-address';
}

const allOf = (addresses: readonly EmailAddress[], reason: EmailVerdictReason): Reasons =>
  new Map(addresses.map((address) => [address, reason]));

/** Waits for all, also if one fails, so that nothing goes on after the failure is reported. */
async function settleAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
