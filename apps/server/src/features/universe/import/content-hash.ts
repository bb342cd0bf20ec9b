import { createHash } from 'node:crypto';
import type { CompanyContent } from './company-record.ts';
import type { MergeMode } from './merge-content.ts';

const hash = (text: string): bigint => createHash('sha1').update(text).digest().readBigUInt64LE(0);

export function contentHash(domain: string, linkedInId: string, content: CompanyContent): bigint {
  const fields = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash(JSON.stringify([domain, linkedInId, fields]));
}

/**
 * Hash of a row that was merged as newer; 0 if it only filled gaps. A row with the hash of its company's latest change
 * needs no merge.
 */
export function importHash(
  row: { domain: string | null; linkedInId: string | null; aliases: readonly string[]; content: CompanyContent },
  mode: MergeMode,
): bigint {
  if (mode === 'fill') return 0n;
  return hash(JSON.stringify([row.domain, row.linkedInId, row.aliases, row.content]));
}
