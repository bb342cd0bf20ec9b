import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import type { ContactProvider, FoundEmail } from './contact-provider.ts';

/** The same people, with their e-mails verified by the installation instead of by the provider. */
export function verifiedPeople(provider: ContactProvider, verifier: EmailVerifier): ContactProvider {
  return {
    ...provider,
    hasFreeLookUps: false,
    async findCandidates(request, signal) {
      const found = await provider.findCandidates(request, signal);
      return new Map([...found].map(([id, people]) => [id, people.map((person) => ({ ...person, email: undefined }))]));
    },
    async lookUpEmails(people, signal) {
      const emails = await provider.lookUpEmails(people, signal);
      const verdicts = await verifier.verify(
        [...emails.values()].map(({ email }) => email),
        signal,
      );
      return new Map(
        [...emails].map(([contactId, { email }]): [string, FoundEmail] => [
          contactId,
          { email, status: verdicts.get(email)?.status ?? 'other' },
        ]),
      );
    },
  };
}
