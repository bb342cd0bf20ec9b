import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';

/** Lines of a list of domains or web addresses. */
export interface ReadDomains {
  /** The normalised domains, each once. */
  readonly hosts: readonly string[];
  /** Lines that are no domain. */
  readonly invalid: readonly string[];
}

export function readDomains(lines: readonly string[]): ReadDomains {
  const hosts = new Set<string>();
  const invalid: string[] = [];
  for (const line of lines) {
    const host = normaliseDomain(line)?.host;
    if (host === undefined) invalid.push(line);
    else hosts.add(host);
  }
  return { hosts: [...hosts], invalid };
}
