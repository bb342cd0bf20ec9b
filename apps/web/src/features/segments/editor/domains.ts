/** The entries of a pasted list, one per line: trimmed, without blank ones and repetitions. */
export function domainsOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
