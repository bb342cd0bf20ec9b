const COMPANY_PAGE =
  /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[a-z0-9-]+\.)*linkedin\.com\/(?:company|school|showcase|company-beta)\/([^/?#\s]+)/i;
const MAX_LENGTH = 150;

/** The last part of the address of a company's LinkedIn page, in lower case. Null for anything else, such as a profile. */
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
    // A stray percent sign: not encoded.
    if (error instanceof URIError) return part;
    throw error;
  }
}
