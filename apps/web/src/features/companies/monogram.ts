/** The initials of a name's first two words, else its first two letters. */
export function monogramOf(name: string): string {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
}
