import type { DataBlockTemplate } from '@quarry/contracts';

interface Keywords {
  readonly title?: readonly string[];
  readonly description?: readonly string[];
  readonly notTitle?: readonly string[];
}

function template(
  group: string,
  id: string,
  label: string,
  description: string,
  keywords: Keywords,
): DataBlockTemplate {
  return {
    id: `jobs/${id}`,
    group,
    label,
    description,
    config: {
      onlyOpenJobs: true,
      onlyOldJobs: false,
      titleKeywords: [...(keywords.title ?? [])],
      descriptionKeywords: [...(keywords.description ?? [])],
      negativeTitleKeywords: [...(keywords.notTitle ?? [])],
      negativeDescriptionKeywords: [],
      countries: [],
    },
  };
}

const ROLES = 'Job roles';
const BENEFITS = 'Job benefits';
const CULTURE = 'Culture';

export const jobTemplates: readonly DataBlockTemplate[] = [
  template(ROLES, 'sales', 'Hiring in sales', 'Open posts for sales people.', {
    title: ['sales', 'account executive*', 'account manager*', 'business development', 'sdr', 'bdr', 'vertrieb*'],
    notTitle: ['salesforce', 'assistant', 'intern'],
  }),
  template(ROLES, 'sales-leadership', 'Hiring sales leaders', 'Open posts that lead a sales team.', {
    title: ['head ** sales', 'vp ** sales', 'director ** sales', 'sales director', 'chief revenue officer', 'cro'],
    notTitle: ['assistant'],
  }),
  template(ROLES, 'marketing', 'Hiring in marketing', 'Open posts in marketing.', {
    title: ['marketing', 'demand generation', 'growth manager', 'content manager', 'seo', 'brand manager'],
    notTitle: ['intern'],
  }),
  template(ROLES, 'engineering', 'Hiring engineers', 'Open posts for software engineers.', {
    title: [
      'software engineer*',
      'developer*',
      'frontend',
      'front end',
      'backend',
      'back end',
      'full stack',
      'entwickler*',
    ],
    notTitle: ['business developer*'],
  }),
  template(ROLES, 'data', 'Hiring in data', 'Open posts for analysts, data engineers and scientists.', {
    title: [
      'data engineer*',
      'data scientist*',
      'data analyst*',
      'analytics engineer*',
      'machine learning',
      'ml engineer*',
    ],
  }),
  template(ROLES, 'security', 'Hiring in security', 'Open posts for information security and compliance.', {
    title: ['security engineer*', 'information security', 'cyber security', 'cybersecurity', 'ciso', 'soc analyst*'],
    notTitle: ['social security', 'security guard*'],
  }),
  template(ROLES, 'devops', 'Hiring in DevOps', 'Open posts for platform and reliability work.', {
    title: ['devops', 'site reliability', 'sre', 'platform engineer*', 'cloud engineer*'],
  }),
  template(ROLES, 'human-resources', 'Hiring in human resources', 'Open posts in HR and recruiting.', {
    title: ['human resources', 'hr', 'people operations', 'talent acquisition', 'recruiter*', 'people partner*'],
  }),
  template(ROLES, 'customer-success', 'Hiring in customer success', 'Open posts that look after customers.', {
    title: ['customer success', 'customer support', 'customer experience', 'onboarding', 'implementation manager*'],
  }),
  template(ROLES, 'finance', 'Hiring in finance', 'Open posts in accounting and finance.', {
    title: ['finance', 'accountant*', 'controller', 'accounting', 'payroll', 'cfo', 'buchhalt*'],
  }),
  template(BENEFITS, 'remote', 'Remote work', 'Posts that offer remote work or work from home.', {
    description: ['remote work', 'work from home', 'remote first', 'fully remote', 'work from anywhere', 'homeoffice'],
  }),
  template(BENEFITS, 'flexible-time', 'Flexible hours', 'Posts that offer flexible or shorter hours.', {
    description: [
      'flexible hours',
      'flexible working',
      'four day week',
      '4 day week',
      'flexitime',
      'flexible arbeitszeiten',
    ],
  }),
  template(BENEFITS, 'health', 'Health benefits', 'Posts that offer health cover or help with well-being.', {
    description: ['health insurance', 'medical insurance', 'dental', 'mental health', 'wellness', 'gym membership'],
  }),
  template(BENEFITS, 'parents', 'Family benefits', 'Posts that offer parental leave or child care.', {
    description: ['parental leave', 'maternity leave', 'paternity leave', 'child care', 'childcare'],
  }),
  template(BENEFITS, 'equity', 'Equity', 'Posts that offer a share in the company.', {
    description: ['equity', 'stock options', 'share options', 'esop', 'rsu*'],
  }),
  template(BENEFITS, 'learning', 'Learning budget', 'Posts that pay for training.', {
    description: [
      'training budget',
      'learning budget',
      'professional development',
      'education budget',
      'conference budget',
    ],
  }),
  template(CULTURE, 'diversity', 'Diversity and inclusion', 'Posts that mention equal opportunity.', {
    description: ['diversity', 'inclusion', 'inclusive', 'equal opportunity', 'belonging', 'm/w/d', 'h/f'],
  }),
  template(CULTURE, 'ownership', 'Ownership', 'Posts that ask people to own their results.', {
    description: [
      'ownership',
      'own your results',
      'autonomy',
      'self starter*',
      'bias for action',
      'take responsibility',
    ],
  }),
  template(CULTURE, 'customer-focus', 'Customer focus', 'Posts that put customers first.', {
    description: ['customer obsess*', 'customer first', 'customer centric', 'talk to customers', 'customer focus*'],
  }),
  template(CULTURE, 'fast-moving', 'Fast-moving', 'Posts that mention a fast pace or growth.', {
    description: ['fast paced', 'fast moving', 'fast growing', 'hyper growth', 'hypergrowth', 'start up', 'startup'],
  }),
  template(CULTURE, 'data-driven', 'Data-driven', 'Posts that mention decisions based on data.', {
    description: ['data driven', 'data informed', 'evidence based', 'a/b test*', 'experimentation'],
  }),
];
