import type { PersonRef } from '../people/contact-provider.ts';
import type { SearchStopReason } from './end-search.ts';
import type { Finding, FoundContact } from './find-contacts.ts';

/** What limits and explains the charges of a batch. */
export interface ChargeTerms {
  /** Null for unlimited. */
  readonly contactBalance: number | null;
  readonly phoneBalance: number | null;
  /** Contacts that the search may still add to those that the account owns. */
  readonly leftUnderCap: number;
  isOwned(contactId: string): boolean;
  /** The account has paid for the person's phone before. */
  hasPaidForPhone(person: PersonRef): boolean;
  /** The numbers of people whose number the account does not have yet. */
  readonly phones: ReadonlyMap<string, string>;
}

export interface ChargePlan {
  readonly added: readonly FoundContact[];
  readonly newlyOwned: readonly FoundContact[];
  /** With those that were paid for before. */
  readonly phones: ReadonlyMap<string, string>;
  readonly paidPhones: readonly PersonRef[];
  readonly done: readonly Finding[];
  /** The company where it stopped. */
  readonly partial: Finding | null;
  /** Null if the batch went through. */
  readonly stopped: SearchStopReason | null;
}

/** Decides in order, company after company and best first, whom the account can afford; the first it cannot ends it. */
export function planCharges(findings: readonly Finding[], terms: ChargeTerms): ChargePlan {
  const added: FoundContact[] = [];
  const newlyOwned: FoundContact[] = [];
  const phones = new Map<string, string>();
  const paidPhones: PersonRef[] = [];
  const done: Finding[] = [];
  let partial: Finding | null = null;
  let stopped: SearchStopReason | null = null;

  const include = (contact: FoundContact): boolean => {
    if (!terms.isOwned(contact.contactId)) {
      if (newlyOwned.length === terms.contactBalance) stopped = 'OUT_OF_CREDITS';
      else if (newlyOwned.length >= terms.leftUnderCap) stopped = 'AT_CAP';
      if (stopped !== null) return false;
      newlyOwned.push(contact);
    }
    added.push(contact);
    return true;
  };
  const giveNumber = (person: PersonRef): boolean => {
    const phone = terms.phones.get(person.contactId);
    if (phone === undefined) return true;
    if (!terms.hasPaidForPhone(person)) {
      if (paidPhones.length === terms.phoneBalance) {
        stopped = 'OUT_OF_PHONE_NUMBER_CREDITS';
        return false;
      }
      paidPhones.push(person);
    }
    phones.set(person.contactId, phone);
    return true;
  };

  for (const finding of findings) {
    const toAdd = new Map(finding.added.map((contact) => [contact.contactId, contact]));
    const isDone = finding.ranking.every((person) => {
      const contact = toAdd.get(person.contactId);
      return (contact === undefined || include(contact)) && giveNumber(person);
    });
    if (!isDone) {
      partial = finding;
      break;
    }
    done.push(finding);
  }
  return { added, newlyOwned, phones, paidPhones, done, partial, stopped };
}
