import { DEPARTMENTS as DEPARTMENT_NAMES, SENIORITIES as SENIORITY_VALUES, type Seniority } from '@quarry/contracts';

/** A value of a closed list: what is stored and what people read. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const LABELS: Readonly<Record<Seniority, string>> = {
  founder: 'Founder',
  owner: 'Owner',
  cSuite: 'C-suite',
  vp: 'VP',
  director: 'Director',
  head: 'Head',
  manager: 'Manager',
  assistant: 'Assistant',
  lead: 'Lead',
  individualContributor: 'Individual contributor',
};

/** The seniorities of people, highest first. */
export const SENIORITIES: readonly Choice[] = SENIORITY_VALUES.map((value) => ({ value, label: LABELS[value] }));

/** How each stored seniority reads. */
export const SENIORITY_NAMES: ReadonlyMap<string, string> = new Map(
  SENIORITIES.map(({ value, label }) => [value, label]),
);

/** The departments that people work in. */
export const DEPARTMENTS: readonly Choice[] = DEPARTMENT_NAMES.map((name) => ({ value: name, label: name }));
