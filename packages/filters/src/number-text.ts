const SUFFIXES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, bn: 1e9 };

/**
 * Reads a number as people type it: `1,000`, `10k`, `1.5m`, `2b`, `-3`. Undefined when it is none.
 * Commas are thousands separators, the point is the decimal one.
 */
export function parseNumberText(text: string): number | undefined {
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(\.\d+)?\s*(k|m|bn?|)$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const factor = SUFFIXES[suffix.toLowerCase()];
  if (factor === undefined) return undefined;
  // Twelve digits hide binary noise, so that 1.1k is 1100 and not 1100.0000000000002.
  const scaled = Number(`${sign}${whole.replaceAll(',', '')}${fraction}`) * factor;
  const value = Number.isSafeInteger(scaled) ? scaled : Number(scaled.toPrecision(15));
  return Number.isFinite(value) ? value : undefined;
}
