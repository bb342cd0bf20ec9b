/** Highest first. */
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

export type Seniority = (typeof SENIORITIES)[number];

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

export type Department = (typeof DEPARTMENTS)[number];
