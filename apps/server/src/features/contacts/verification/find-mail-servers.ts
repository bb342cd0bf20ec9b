import { promises as dns, type MxRecord } from 'node:dns';
import type { EmailVerdictReason } from '#server/platform/email-verifier.ts';
import { isPublicAddress } from '#server/platform/outgoing-addresses.ts';

/** The look-ups in the domain name system; they reject with the codes of `node:dns`. */
export interface MailResolver {
  resolveMx(domain: string): Promise<MxRecord[]>;
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
}

/** The system's resolver. A look-up gives up after about ten seconds. */
export function createMailResolver(): MailResolver {
  return new dns.Resolver({ timeout: 3_000, tries: 2 });
}

const NOTHING = new Set<unknown>(['ENOTFOUND', 'ENODATA']);
const isNothing = (error: unknown): boolean => error instanceof Error && 'code' in error && NOTHING.has(error.code);

async function resolveOrNone<T>(look: Promise<T[]>): Promise<T[]> {
  try {
    return await look;
  } catch (error) {
    if (isNothing(error)) return [];
    throw error;
  }
}

interface LookUpOptions {
  readonly allowsPrivateTargets: boolean;
  /** Look-ups in progress end by themselves. */
  readonly signal: AbortSignal;
  readonly max: number;
}

/**
 * The IP addresses of a domain's mail servers in the order to try them (RFC 5321, section 5.1), or why there are none.
 * A domain without MX records receives its mail itself; one with a null MX (RFC 7505) receives none.
 */
export async function findMailServers(
  resolver: MailResolver,
  domain: string,
  options: LookUpOptions,
): Promise<readonly string[] | EmailVerdictReason> {
  try {
    const records = await resolveOrNone(resolver.resolveMx(domain));
    const names = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
    if (records.length > 0 && names.length === 0) return 'refuses-mail';
    const hosts = names.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
    return await resolveHosts(resolver, records.length === 0 ? [domain] : hosts, options);
  } catch {
    return 'look-up-failed';
  }
}

async function resolveHosts(
  resolver: MailResolver,
  hosts: readonly string[],
  { allowsPrivateTargets, max, signal }: LookUpOptions,
): Promise<readonly string[] | EmailVerdictReason> {
  const allowed: string[] = [];
  let failed: unknown = null;
  let isAnyKnown = false;
  for (const host of hosts.slice(0, max)) {
    for (const family of ['resolve4', 'resolve6'] as const) {
      try {
        const addresses = await resolveOrNone(resolver[family](host));
        isAnyKnown ||= addresses.length > 0;
        allowed.push(...addresses.filter((address) => allowsPrivateTargets || isPublicAddress(address)));
      } catch (error) {
        failed = error;
      }
    }
    if (allowed.length >= max || signal.aborted) break;
  }
  if (allowed.length > 0) return [...new Set(allowed)].slice(0, max);
  if (isAnyKnown) return 'address-not-allowed';
  if (failed !== null) throw failed;
  return 'no-mail-server';
}
