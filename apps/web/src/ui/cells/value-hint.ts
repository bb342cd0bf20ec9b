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

/** A display hint from a column's name: addresses become links, years have no thousands separators. */
export type ValueHint = 'address' | 'year' | null;

/** Reads the hint from a data point's name within its block. */
export function valueHint(fieldName: string): ValueHint {
  if (/(?:^|_)(?:url|website|domain|link|homepage)$/.test(fieldName)) return 'address';
  return /(?:^|_)year$/.test(fieldName) ? 'year' : null;
}
