/**
 * A value as a part of a URL's hash: JSON, then percent-encoding. Percent signs and `&` inside the JSON become `\u`
 * escapes first: routers decode hashes once or not at all, and decoding twice has to give the same as decoding once.
 */
export function encodeHashValue(value: object): string {
  return encodeURIComponent(JSON.stringify(value).replaceAll('%', '\\u0025').replaceAll('&', '\\u0026'));
}

/** What `encodeHashValue` encoded; undefined for other text. */
export function decodeHashValue(encoded: string): unknown {
  try {
    return JSON.parse(decodeHashText(encoded));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Percent-decoded text; text that is not encoded stays as it is. */
export function decodeHashText(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return encoded;
    throw error;
  }
}

/** The parts of a hash, such as `company=7&export`, by name. */
export function hashParts(hash: string): ReadonlyMap<string, string> {
  return new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((part): [string, string] => {
        const separator = part.indexOf('=');
        return separator < 0 ? [part, ''] : [part.slice(0, separator), part.slice(separator + 1)];
      }),
  );
}
