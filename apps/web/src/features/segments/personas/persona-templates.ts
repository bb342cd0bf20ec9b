import type { CriteriaGroup, Seniority } from '@quarry/contracts';

/** A ready-made persona: whom to look for, best first. */
export interface PersonaTemplate {
  readonly name: string;
  readonly description: string;
  readonly criteriaGroups: readonly CriteriaGroup[];
}

const NOT_LEADING = ['assistant', 'intern*', 'trainee', 'student', 'former', 'retired'];

function group(seniorities: readonly Seniority[], keywords: readonly string[], exclusions: readonly string[] = []) {
  return {
    positionInclusionKeywords: [...keywords],
    positionExclusionKeywords: [...NOT_LEADING, ...exclusions],
    seniorities: [...seniorities],
    countries: [],
  };
}

const inEurope = (criteria: CriteriaGroup): CriteriaGroup => ({ ...criteria, countries: ['region:Europe'] });

const HR = ['human resources', 'people', 'hr', 'talent', 'people and culture', 'employee experience'];
const NOT_HR = ['recruitment agency', 'people analytics'];
const SALES = ['sales', 'revenue', 'commercial', 'business development'];
const NOT_SALES = ['sales engineer*', 'sales operations', 'sales enablement', 'presales'];
const FINANCE = ['finance', 'financial', 'treasur*', 'controll*', 'accounting'];
const NOT_FINANCE = ['financial advis*', 'wealth', 'client finance'];
const ENGINEERING = ['engineering', 'software', 'technology', 'development', 'platform', 'infrastructure'];
const NOT_ENGINEERING = ['sales', 'business development', 'mechanical', 'civil', 'process engineering'];
const SECURITY = ['security', 'information security', 'cyber*', 'infosec', 'compliance', 'risk', 'privacy'];
const NOT_SECURITY = ['social security', 'security guard', 'security officer on site'];
const MARKETING = ['marketing', 'growth', 'brand', 'demand generation', 'communications'];
const OPERATIONS = ['operations', 'business operations', 'supply chain', 'logistics', 'procurement'];
const NOT_OPERATIONS = ['sales operations', 'marketing operations', 'people operations', 'it operations', 'devops'];

/** The built-in personas, in the order in which they are offered. */
export const PERSONA_TEMPLATES: readonly PersonaTemplate[] = [
  {
    name: 'HR Leadership',
    description: 'Chief people officers, then vice presidents and directors, then heads and managers of HR',
    criteriaGroups: [
      group(['cSuite'], ['chief people officer', 'chief human resources officer', 'chro', 'cpo people', ...HR], NOT_HR),
      group(['vp', 'director'], HR, NOT_HR),
      group(['head'], HR, NOT_HR),
      group(['manager', 'lead'], ['human resources', 'hr', 'people', 'hr business partner'], NOT_HR),
    ],
  },
  {
    name: 'Sales Leadership',
    description: 'Chief revenue and sales officers, then vice presidents, then directors and heads of sales',
    criteriaGroups: [
      group(
        ['cSuite'],
        ['chief revenue officer', 'chief sales officer', 'chief commercial officer', 'cro', 'cso', 'cco'],
      ),
      group(['vp'], SALES, NOT_SALES),
      group(['director', 'head'], SALES, NOT_SALES),
      group(['manager', 'lead'], ['sales manager', 'sales team', 'regional sales', 'sales lead*'], NOT_SALES),
    ],
  },
  {
    name: 'Finance Leadership',
    description: 'Chief financial officers, then vice presidents and directors, then controllers and finance managers',
    criteriaGroups: [
      group(['cSuite'], ['chief financial officer', 'chief finance officer', 'cfo']),
      group(['vp', 'director'], FINANCE, NOT_FINANCE),
      group(['head'], FINANCE, NOT_FINANCE),
      group(
        ['manager', 'lead'],
        ['finance manager', 'financial controller', 'accounting manager', 'fp&a'],
        NOT_FINANCE,
      ),
    ],
  },
  {
    name: 'Engineering Leadership',
    description: 'Chief technology officers and technical founders, then vice presidents, directors and managers',
    criteriaGroups: [
      group(
        ['cSuite'],
        ['chief technology officer', 'chief technical officer', 'cto', 'chief information officer', 'cio'],
      ),
      group(['founder'], ['cto', 'technology', 'technical', 'engineering']),
      group(['vp', 'director'], ENGINEERING, NOT_ENGINEERING),
      group(['head'], ENGINEERING, NOT_ENGINEERING),
      group(
        ['manager', 'lead'],
        ['engineering manager', 'development manager', 'tech lead', 'team lead'],
        NOT_ENGINEERING,
      ),
    ],
  },
  {
    name: 'Security & Compliance',
    description: 'Chief information security and compliance officers, then directors and heads, then managers',
    criteriaGroups: [
      group(
        ['cSuite'],
        [
          'chief information security officer',
          'chief security officer',
          'ciso',
          'chief compliance officer',
          'chief risk officer',
        ],
      ),
      group(['vp', 'director'], SECURITY, NOT_SECURITY),
      group(['head'], [...SECURITY, 'data protection'], NOT_SECURITY),
      group(
        ['manager', 'lead'],
        ['security manager', 'compliance manager', 'risk manager', 'data protection officer', 'dpo'],
        NOT_SECURITY,
      ),
    ],
  },
  {
    name: 'Marketing Leadership',
    description: 'Chief marketing officers, then vice presidents and directors, then heads and managers of marketing',
    criteriaGroups: [
      group(['cSuite'], ['chief marketing officer', 'chief growth officer', 'chief brand officer', 'cmo']),
      group(['vp', 'director'], MARKETING),
      group(['head'], MARKETING),
      group(['manager', 'lead'], ['marketing manager', 'growth manager', 'demand generation', 'marketing lead*']),
    ],
  },
  {
    name: 'HR Leadership (Europe - Localised)',
    description:
      'HR leaders in Europe, also with positions in German, French, Spanish, Italian, Dutch and Nordic languages',
    criteriaGroups: [
      group(
        ['cSuite'],
        ['chief people officer', 'chief human resources officer', 'chro', 'personalvorstand', 'arbeitsdirektor*'],
      ),
      group(
        ['vp', 'director'],
        [
          ...HR,
          'personal*',
          'ressources humaines',
          'drh',
          'recursos humanos',
          'risorse umane',
          'personeelszaken',
          'hr-direkt*',
        ],
        NOT_HR,
      ),
      group(
        ['head', 'lead'],
        [
          'hr',
          'human resources',
          'people',
          'personalleit*',
          'leiter* personal',
          'responsable rh',
          'hoofd hr',
          'hr-chef',
        ],
        NOT_HR,
      ),
      group(
        ['manager'],
        [
          'hr manager',
          'people manager',
          'personalreferent*',
          'personalmanager*',
          'responsable des ressources humaines',
          'responsabile risorse umane',
          'gerente de recursos humanos',
        ],
        NOT_HR,
      ),
    ].map(inEurope),
  },
  {
    name: 'Operations Leadership',
    description: 'Chief operating officers, then vice presidents and directors, then heads and managers of operations',
    criteriaGroups: [
      group(['cSuite'], ['chief operating officer', 'chief operations officer', 'coo', 'chief supply chain officer']),
      group(['vp', 'director'], OPERATIONS, NOT_OPERATIONS),
      group(['head'], OPERATIONS, NOT_OPERATIONS),
      group(['manager', 'lead'], ['operations manager', 'plant manager', 'logistics manager'], NOT_OPERATIONS),
    ],
  },
];
