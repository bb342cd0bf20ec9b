/** The seniorities of people, highest first. */
export const SENIORITIES = [
  'founder',
  'owner',
  'cSuite',
  'vp',
  'director',
  'head',
  'manager',
  'assistant',
  'lead',
  'individualContributor',
] as const;

/** A seniority of people. */
export type Seniority = (typeof SENIORITIES)[number];

/** How people read each seniority. */
export const SENIORITY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  } satisfies Record<Seniority, string>),
);

/** The departments that people work in. */
export const DEPARTMENTS = [
  'Sales',
  'Success',
  'Customer Service',
  'Human Resources',
  'Operations',
  'Finance',
  'Developers',
  'Marketing',
] as const;

/** A department that people work in. */
export type Department = (typeof DEPARTMENTS)[number];
