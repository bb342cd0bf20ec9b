/** The initials of a name's first two words, else its first two letters. */
export function monogramOf(name: string): string {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
}

/** A hue in degrees that stays the same for a text. */
export function hueOf(text: string): number {
  let hue = 7;
  for (let at = 0; at < text.length; at += 1) hue = (hue * 31 + text.charCodeAt(at)) % 360;
  return hue;
}
