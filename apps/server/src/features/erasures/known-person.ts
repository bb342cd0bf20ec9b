import { domainToUnicode } from 'node:url';
import { AppError, type erasePerson, type InputOf } from '@quarry/contracts';
import { z } from 'zod';
import { normaliseEmail, normalisePersonUrl, type PersonNames } from '#server/features/contacts/person-identity.ts';
import { isStorable } from '#server/platform/storable.ts';

/** What identifies a person and all entries about them. Names are normalised. */
export const knownPerson = z.object({
  emails: z.array(z.string()),
  personUrls: z.array(z.string()),
  /** The entries in the universe. */
  entries: z.array(z.object({ companyId: z.string(), itemId: z.string() })),
  /** Of accounts' contacts, which may have been made from entries that are gone. Jobs of earlier releases lack them. */
  contactIds: z.array(z.string()).default([]),
});
export type KnownPerson = z.infer<typeof knownPerson>;

/** Addresses and profiles to look for; normalised. */
export type SoughtNames = Pick<KnownPerson, 'emails' | 'personUrls'>;

/** Names and entries that are certainly the person's. */
export const soughtPerson = knownPerson
  .omit({ contactIds: true })
  // Jobs of earlier releases lack them.
  .extend({ entries: knownPerson.shape.entries.default([]) });
export type SoughtPerson = z.infer<typeof soughtPerson>;

/** Normalises whom a call names. Throws VALIDATION_FAILED if it names nobody or something is invalid. */
export function soughtOf(given: Omit<InputOf<typeof erasePerson>, 'note'>): SoughtPerson {
  const email = (given.email ?? '').trim();
  const personUrl = profileOf((given.personUrl ?? '').trim());
  const entries =
    given.entry === undefined ? [] : [{ companyId: given.entry.companyId, itemId: given.entry.contactId }];
  if (email === '' && personUrl === '' && entries.length === 0) {
    throw new AppError('VALIDATION_FAILED', 'Please give an email address or the address of a profile');
  }
  const emails = email === '' ? [] : [normaliseEmail(email)];
  const personUrls = personUrl === '' ? [] : [normalisePersonUrl(personUrl)];
  if (emails.includes(null)) throw new AppError('VALIDATION_FAILED', 'This is not an email address');
  if (personUrls.includes(null)) throw new AppError('VALIDATION_FAILED', 'This is not the address of a profile');
  return {
    emails: emails.flatMap((name) => name ?? []),
    personUrls: personUrls.flatMap((name) => name ?? []),
    entries,
  };
}

/** A LinkedIn id alone stands for the profile there. */
const profileOf = (text: string): string => (/^[\p{L}\p{N}_%-]+$/u.test(text) ? `linkedin.com/in/${text}` : text);

/** True if the names, as they are stored somewhere, are among those sought. */
export function isSought({ email, personUrl }: PersonNames, sought: SoughtNames): boolean {
  const address = email === null ? null : normaliseEmail(email);
  const url = personUrl === null ? null : normalisePersonUrl(personUrl);
  return (address !== null && sought.emails.includes(address)) || (url !== null && sought.personUrls.includes(url));
}

/** The lower-case forms in which stores may have these addresses. */
export function storedEmails(emails: readonly string[]): string[] {
  return emails.flatMap((email) => {
    const at = email.lastIndexOf('@') + 1;
    return [...new Set([email, `${email.slice(0, at)}${domainToUnicode(email.slice(at))}`])];
  });
}

/**
 * A regular expression, for both engines and ignoring case, that matches every form in which stores may have these
 * profiles, and few others. Null without profiles.
 */
export function storedUrlPattern(personUrls: readonly string[]): string | null {
  if (personUrls.length === 0) return null;
  const forms = personUrls.flatMap((url) => [...new Set([url, decoded(url)])]);
  return `^\\s*(https?://)?([a-z0-9-]+\\.)?(${forms.map(escape).join('|')})/*([?#].*)?\\s*$`;
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The address without escapes; unchanged if that is no text that can be stored. */
function decoded(url: string): string {
  try {
    const text = decodeURI(url);
    return isStorable(text) ? text : url;
  } catch (error) {
    if (error instanceof URIError) return url;
    throw error;
  }
}
