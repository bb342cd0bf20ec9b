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
