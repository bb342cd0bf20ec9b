/** A value of a closed list: what is stored and what people read. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The seniorities of people, highest first. */
export const SENIORITIES: readonly Choice[] = [
  { value: 'founder', label: 'Founder' },
  { value: 'owner', label: 'Owner' },
  { value: 'cSuite', label: 'C-suite' },
  { value: 'vp', label: 'VP' },
  { value: 'director', label: 'Director' },
  { value: 'head', label: 'Head' },
  { value: 'manager', label: 'Manager' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'lead', label: 'Lead' },
  { value: 'individualContributor', label: 'Individual contributor' },
];

/** How each stored seniority reads. */
export const SENIORITY_NAMES: ReadonlyMap<string, string> = new Map(
  SENIORITIES.map(({ value, label }) => [value, label]),
);

/** The departments that people work in. */
export const DEPARTMENTS: readonly Choice[] = [
  'Sales',
  'Success',
  'Customer Service',
  'Human Resources',
  'Operations',
  'Finance',
  'Developers',
  'Marketing',
].map((name) => ({ value: name, label: name }));
