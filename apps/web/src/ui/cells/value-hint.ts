import { type FieldType, isYearField } from '@quarry/filters';

const ADDRESS = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/i;
const SCHEME = /^https?:\/\//i;

/**
 * A link if the whole text is a web address, else null. Text without a scheme only counts in address columns, since
 * "Node.js" also looks like a domain.
 */
export function webAddress(text: string, isAddressColumn: boolean): { href: string; label: string } | null {
  const trimmed = text.trim();
  const hasScheme = SCHEME.test(trimmed);
  if (!hasScheme && !isAddressColumn) return null;
  if (!ADDRESS.test(trimmed)) return null;
  const label = trimmed
    .replace(SCHEME, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');
  return { href: hasScheme ? trimmed : `https://${trimmed}`, label };
}

/**
 * A display hint from a column's name: addresses become links, years have no thousands separators, growth shows its
 * direction, a status starts with a capital, a score has a bar.
 */
export type ValueHint = 'address' | 'year' | 'growth' | 'status' | 'score' | null;

const HINTS = ['growth', 'status', 'score'] as const;

/** Reads the hint from a data point's name within its block and its type. */
export function valueHint(fieldName: string, type: FieldType): ValueHint {
  if (/(?:^|_)(?:url|website|domain|link|homepage)$/.test(fieldName)) return 'address';
  if (isYearField(fieldName, type)) return 'year';
  const word = fieldName.slice(fieldName.lastIndexOf('_') + 1);
  return HINTS.find((hint) => hint === word) ?? null;
}
