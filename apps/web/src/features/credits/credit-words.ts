import type { CreditEntry, CreditType } from '@quarry/contracts';
import { capitalise } from '../../lib/format.ts';

export const TYPE_LABELS: Readonly<Record<CreditType, string>> = {
  CONTACT: 'Contact credits',
  ENRICHMENT: 'Enrichment credits',
  PHONE_NUMBER: 'Phone number credits',
};

export const KIND_LABELS: Readonly<Record<CreditEntry['kind'], string>> = {
  GRANT: 'Added',
  CONSUME: 'Used',
  SET: 'Set',
  REMOVE: 'Removed',
};

/** A reference as people read it: `Reason: Yearly plan · Segment name: Visitors`. Ids and empty values are left out. */
export function referenceText(reference: CreditEntry['reference']): string {
  return Object.entries(reference)
    .filter(
      ([key, value]) => !/id$/i.test(key) && (typeof value === 'string' || typeof value === 'number') && value !== '',
    )
    .map(([key, value]) => `${wordsOf(key)}: ${String(value)}`)
    .join(' · ');
}

/** `personaName` or `persona_name` as `Persona name`. */
function wordsOf(key: string): string {
  return capitalise(
    key
      .replaceAll('_', ' ')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  );
}
