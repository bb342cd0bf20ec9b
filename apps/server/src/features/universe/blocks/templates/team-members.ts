import type { DataBlockTemplate, Department, Seniority } from '@quarry/contracts';

interface People {
  readonly departments: readonly Department[];
  readonly seniorities: readonly Seniority[];
  readonly positions?: readonly string[];
}

function template(group: string, id: string, label: string, description: string, people: People): DataBlockTemplate {
  return {
    id: `team_members/${id}`,
    group,
    label,
    description,
    config: {
      countries: [],
      departments: [...people.departments],
      seniorities: [...people.seniorities],
      positionKeywords: [...(people.positions ?? [])],
      negativePositionKeywords: [],
    },
  };
}

const LEADERS: readonly Seniority[] = ['founder', 'owner', 'cSuite', 'vp', 'director', 'head'];
const TEAMS: readonly { department: Department; id: string; label: string }[] = [
  { department: 'Sales', id: 'sales', label: 'Sales' },
  { department: 'Marketing', id: 'marketing', label: 'Marketing' },
  { department: 'Developers', id: 'engineering', label: 'Engineering' },
  { department: 'Human Resources', id: 'human-resources', label: 'Human resources' },
  { department: 'Finance', id: 'finance', label: 'Finance' },
  { department: 'Operations', id: 'operations', label: 'Operations' },
  { department: 'Success', id: 'customer-success', label: 'Customer success' },
  { department: 'Customer Service', id: 'customer-service', label: 'Customer service' },
];

export const teamMemberTemplates: readonly DataBlockTemplate[] = [
  template('Leadership', 'founders', 'Founders and owners', 'People who founded the company or own it.', {
    departments: [],
    seniorities: ['founder', 'owner'],
  }),
  template('Leadership', 'executives', 'Executives', 'Members of the executive team.', {
    departments: [],
    seniorities: ['cSuite'],
  }),
  ...TEAMS.map(({ department, id, label }) =>
    template('Leadership', `${id}-leadership`, `${label} leadership`, `Heads, directors and above in ${label}.`, {
      departments: [department],
      seniorities: LEADERS,
    }),
  ),
  ...TEAMS.map(({ department, id, label }) =>
    template('Departments', id, `${label} team`, `Everyone in ${label}; the share of the team shows its weight.`, {
      departments: [department],
      seniorities: [],
    }),
  ),
  template('Specialists', 'security', 'Security and compliance', 'People responsible for security and compliance.', {
    departments: [],
    seniorities: [],
    positions: ['ciso', 'information security', 'security engineer*', 'compliance', 'data protection', 'privacy'],
  }),
  template('Specialists', 'data', 'Data specialists', 'Analysts, data engineers and scientists.', {
    departments: [],
    seniorities: [],
    positions: ['data engineer*', 'data scientist*', 'data analyst*', 'machine learning', 'analytics'],
  }),
  template('Specialists', 'revenue-operations', 'Revenue operations', 'People who run sales and marketing tools.', {
    departments: [],
    seniorities: [],
    positions: [
      'revenue operations',
      'revops',
      'sales operations',
      'sales ops',
      'marketing operations',
      'crm manager*',
    ],
  }),
];
