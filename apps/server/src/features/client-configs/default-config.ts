import { type ClientConfig, clientConfig, type DataBlockConfig, type FieldDefinition } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import type { NewClientColumns } from './client-columns.ts';
import { toClientColumns } from './client-columns.ts';
import { REQUIRED_DEFINITIONS } from './validate-config.ts';

const DISPLAY_NAMES = { domain: 'Domain', name: 'Company name' } as const;

function employees(atLeast: number): FilterGroup {
  return {
    id: 'default',
    combinator: 'and',
    rules: [{ id: 'employees', field: 'firmographics/employee_count', operator: 'gte', value: atLeast }],
  };
}

/** The config of a new client: domains and names of companies with three or more employees. */
export function defaultConfig(clientName: string): ClientConfig {
  return clientConfig.parse({
    clientName,
    sourcingCriteria: employees(3),
    fieldDefinitions: REQUIRED_DEFINITIONS.map((definition) => ({
      ...definition,
      displayName: DISPLAY_NAMES[definition.externalName],
    })),
  });
}

const DEMO_FIELDS: readonly (readonly [block: string, field: string, externalName: string, displayName: string])[] = [
  ['firmographics', 'website', 'website', 'Website'],
  ['firmographics', 'linked_in_url', 'linked_in_url', 'LinkedIn URL'],
  ['firmographics', 'description', 'description', 'Description'],
  ['firmographics', 'industry', 'industry', 'Industry'],
  ['firmographics', 'subindustry', 'subindustry', 'Sub-industry'],
  ['firmographics', 'categories', 'categories', 'Categories'],
  ['firmographics', 'tags', 'keywords', 'Keywords'],
  ['firmographics', 'employee_count', 'employee_count', 'Employees'],
  ['firmographics', 'employee_range', 'employee_range', 'Size band'],
  ['firmographics', 'founded_year', 'founded_year', 'Founded'],
  ['firmographics', 'country', 'country', 'Country'],
  ['firmographics', 'region', 'region', 'State or region'],
  ['firmographics', 'city', 'city', 'City'],
  ['firmographics', 'status', 'status', 'Status'],
  ['firmographics', 'revenue_usd', 'revenue', 'Annual revenue'],
  ['firmographics', 'is_hiring', 'is_hiring', 'Is hiring'],
  ['firmographics', 'former_names', 'former_names', 'Former names'],
  ['firmographics', 'is_synthetic', 'is_synthetic', 'Is synthetic'],
  ['funding', 'total_funding_usd', 'total_funding', 'Total funding'],
  ['funding', 'funding_rounds', 'funding_rounds', 'Funding rounds'],
  ['funding', 'last_round_type', 'last_round_type', 'Last round'],
  ['funding', 'last_round_usd', 'last_round_amount', 'Last round amount'],
  ['funding', 'last_round_at', 'last_round_date', 'Last round date'],
  ['funding', 'investors', 'investors', 'Investors'],
  ['web_traffic', 'monthly_visits', 'monthly_visits', 'Monthly visits'],
  ['web_traffic', 'visits_growth', 'visits_growth', 'Visits growth'],
  ['web_traffic', 'global_rank', 'global_rank', 'Global rank'],
  ['web_traffic', 'top_country', 'top_visitor_country', 'Top visitor country'],
  ['technographics', 'technologies', 'technologies', 'Technologies'],
  ['technographics', 'crm', 'crm', 'CRM'],
  ['technographics', 'technology_count', 'technology_count', 'Technologies in use'],
  ['social', 'networks', 'social_networks', 'Social networks'],
  ['social', 'linked_in_followers', 'linked_in_followers', 'LinkedIn followers'],
  ['social', 'employee_growth', 'employee_growth', 'Employee growth'],
  ['ads', 'is_advertising', 'is_advertising', 'Is advertising'],
  ['ads', 'monthly_spend_usd', 'ad_spend', 'Monthly ad spend'],
  ['reviews_summary', 'review_count', 'review_count', 'Reviews'],
  ['reviews_summary', 'average_rating', 'average_rating', 'Average rating'],
  ['reviews_summary', 'last_reviewed_at', 'last_review', 'Last review'],
];

/** The configs of the demo client `demo`, each with a data point that uses it. */
const DEMO_CONFIGS: readonly (DataBlockConfig & { readonly point: Omit<FieldDefinition, 'configId'> })[] = [
  {
    configId: 'demo-sales-jobs',
    blockName: 'jobs',
    label: 'Open sales jobs',
    config: {
      onlyOpenJobs: true,
      titleKeywords: ['sales', 'account executive*', 'account manager*', 'business development', 'vertrieb*'],
      negativeTitleKeywords: ['salesforce', 'assistant', 'intern'],
    },
    point: { internalName: 'jobs/count', externalName: 'sales_jobs', displayName: 'Open sales jobs' },
  },
  {
    configId: 'demo-sales-leaders',
    blockName: 'team_members',
    label: 'Sales leaders',
    config: { departments: ['Sales'], seniorities: ['cSuite', 'vp', 'director', 'head'] },
    point: { internalName: 'team_members/count', externalName: 'sales_leaders', displayName: 'Sales leaders' },
  },
  {
    configId: 'demo-free-trial',
    blockName: 'main_page_text',
    label: 'Free trial',
    config: { keywords: ['free trial', 'try ** for free', 'start for free'] },
    point: { internalName: 'main_page_text/has_any', externalName: 'free_trial', displayName: 'Offers a free trial' },
  },
];

/** The data points of `demo` that `acme` has too. */
const ACME_FIELDS = new Set([
  'website',
  'industry',
  'employee_count',
  'country',
  'city',
  'revenue',
  'total_funding',
  'technologies',
]);

function demoDefinitions(filter: (externalName: string) => boolean): FieldDefinition[] {
  return DEMO_FIELDS.filter(([, , externalName]) => filter(externalName)).map(
    ([block, field, externalName, displayName]) => ({
      internalName: `${block}/${field}`,
      externalName,
      displayName,
    }),
  );
}

/** The demo client `demo`: data points of every static block and type, and computed ones. */
export function demoConfig(): NewClientColumns {
  const base = defaultConfig('demo');
  const computed = DEMO_CONFIGS.map(({ point, configId }) => ({ ...point, configId }));
  return toClientColumns({
    ...base,
    autoSyncEnabled: true,
    dataBlockConfigs: DEMO_CONFIGS.map(({ point: _point, ...config }) => config),
    fieldDefinitions: [...base.fieldDefinitions, ...demoDefinitions(() => true), ...computed],
  });
}

/** The demo client `acme`: few data points, larger companies. */
export function acmeConfig(): NewClientColumns {
  const base = defaultConfig('acme');
  return toClientColumns({
    ...base,
    sourcingCriteria: employees(20),
    fieldDefinitions: [...base.fieldDefinitions, ...demoDefinitions((name) => ACME_FIELDS.has(name))],
  });
}
