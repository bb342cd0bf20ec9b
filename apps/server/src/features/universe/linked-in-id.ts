const COMPANY_PAGE =
  /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\/(?:company|school|showcase|company-beta)\/([^/?#\s]+)/i;
const MAX_LENGTH = 150;

/**
 * The id of a company's LinkedIn page, which is the last part of its address, lower-cased. Null for anything else,
 * personal profiles too.
 */
export function linkedInId(address: string): string | null {
  const found = COMPANY_PAGE.exec(address.trim())?.[1];
  if (found === undefined) return null;
  const id = decoded(found).normalize('NFC').toLowerCase();
  return id.length > MAX_LENGTH || !/^[\p{L}\p{N}(（][^\s\p{C},:;"<>]*$/u.test(id) ? null : id;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // A stray percent sign: the text stands for itself.
    if (error instanceof URIError) return part;
    throw error;
  }
}
