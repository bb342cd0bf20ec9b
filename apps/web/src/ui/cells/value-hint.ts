const ADDRESS = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/i;
const SCHEME = /^https?:\/\//i;

/**
 * A link for text that is a web address as a whole, or null. Text with a scheme always counts; text without one only
 * where the caller says that the column holds addresses, since "Node.js" and "a.m" are no addresses.
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

/** What a column's name says about its values beyond their type: web addresses become links, years have no separators. */
export type ValueHint = 'address' | 'year' | null;

/** Reads the hint from the name of a data point inside its block. */
export function valueHint(fieldName: string): ValueHint {
  if (/(?:^|_)(?:url|website|domain|link|homepage)$/.test(fieldName)) return 'address';
  return /(?:^|_)year$/.test(fieldName) ? 'year' : null;
}
