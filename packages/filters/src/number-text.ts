const SUFFIXES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, bn: 1e9 };

/**
 * Parses a number as people type it: `1,000`, `10k`, `1.5m`, `2b`, `-3`; undefined if it is not a number. Commas
 * separate thousands, the point decimals.
 */
export function parseNumberText(text: string): number | undefined {
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(\.\d+)?\s*(k|m|bn?|)$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const factor = SUFFIXES[suffix.toLowerCase()];
  if (factor === undefined) return undefined;
  // Rounding hides binary noise: 1.1k is 1100, not 1100.0000000000002.
  const scaled = Number(`${sign}${whole.replaceAll(',', '')}${fraction}`) * factor;
  const value = Number.isSafeInteger(scaled) ? scaled : Number(scaled.toPrecision(15));
  return Number.isFinite(value) ? value : undefined;
}
