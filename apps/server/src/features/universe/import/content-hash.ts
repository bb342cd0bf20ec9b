import { createHash } from 'node:crypto';
import type { CompanyContent } from './company-record.ts';
import type { MergeMode } from './merge-content.ts';

const hash = (text: string): bigint => createHash('sha1').update(text).digest().readBigUInt64LE(0);

/** 64-bit hash of a record's content, with its domain and LinkedIn id. */
export function contentHash(domain: string, linkedInId: string, content: CompanyContent): bigint {
  const fields = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash(JSON.stringify([domain, linkedInId, fields]));
}

/**
 * 64-bit hash of a row that was merged as newer; 0 for one that only filled gaps. A record whose latest change came
 * from the same row needs no second look.
 */
export function importHash(
  row: { domain: string | null; linkedInId: string | null; aliases: readonly string[]; content: CompanyContent },
  mode: MergeMode,
): bigint {
  if (mode === 'fill') return 0n;
  return hash(JSON.stringify([row.domain, row.linkedInId, row.aliases, row.content]));
}
