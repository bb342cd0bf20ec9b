import type { CriteriaGroup, EmailVerificationStatus } from '@quarry/contracts';

/** A person who works at a company and matches a group of criteria. */
export interface Candidate {
  /** The person at this company: the key of `contacts`. */
  readonly contactId: string;
  readonly companyId: string;
  /** The place of the first group that the person matches, from 0. */
  readonly groupAt: number;
  readonly rawName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly personUrl: string | null;
  readonly position: string;
  readonly seniority: string | null;
  readonly country: string | null;
  readonly location: string | null;
  readonly tenureMonths: number | null;
  /** Null without one, undefined if it must be looked up. */
  readonly email?: FoundEmail | null | undefined;
}

export interface CandidateRequest {
  readonly companyIds: readonly string[];
  readonly groups: readonly CriteriaGroup[];
  /** The best of each company. */
  readonly perCompany: number;
  /** People of the companies whom the account owns; of equals, they come first. */
  readonly ownedIds: readonly string[];
  /** People whom the persona includes; they come with their place however far down. */
  readonly includedIds: readonly string[];
}

/** An e-mail address with what is known about it. */
export interface FoundEmail {
  readonly email: string;
  readonly status: EmailVerificationStatus;
}

/** Where people, their e-mails and their phones come from. */
export interface ContactProvider {
  /** Candidates come with their e-mails, and searching for more than is needed costs nothing. */
  readonly hasFreeLookUps: boolean;
  /** The candidates of each company, best first; companies without any are left out. */
  findCandidates(request: CandidateRequest, signal: AbortSignal): Promise<ReadonlyMap<string, readonly Candidate[]>>;
  /** Looks up and verifies the people's e-mails, by contact; those without any are left out. */
  lookUpEmails(people: readonly PersonRef[], signal: AbortSignal): Promise<ReadonlyMap<string, FoundEmail>>;
  /** Looks up the people's phone numbers, by contact; those without a valid one are left out. */
  lookUpPhones(people: readonly PersonRef[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

export type PersonRef = Pick<Candidate, 'contactId' | 'companyId'>;
