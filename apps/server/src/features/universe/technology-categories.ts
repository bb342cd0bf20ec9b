/** Technology categories: field and column name, display name, purpose. */
export const TECHNOLOGY_LISTS = [
  ['crm', 'CRM', 'customer relationship management'],
  ['marketing_automation', 'Marketing automation', 'marketing automation and e-mail'],
  ['analytics', 'Analytics', 'web and product analytics'],
  ['cms', 'Content management', 'content management and website building'],
  ['ecommerce', 'E-commerce', 'online shops'],
  ['payments', 'Payments', 'taking payments'],
  ['hosting', 'Hosting and cloud', 'hosting and cloud computing'],
  ['customer_support', 'Customer support', 'customer support and chat'],
  ['hr', 'HR software', 'people, payroll and recruiting'],
  ['security', 'Security', 'security and compliance'],
  ['data', 'Data infrastructure', 'storing, moving and analysing data'],
  ['development', 'Development', 'building software'],
] as const;

export const TECHNOLOGY_CATEGORIES = TECHNOLOGY_LISTS.map(([name]) => name);

export type TechnologyCategory = (typeof TECHNOLOGY_LISTS)[number][0];
