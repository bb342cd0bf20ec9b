import type { DataBlockTemplate } from '@quarry/contracts';

function template(id: string, label: string, description: string, keywords: readonly string[]): DataBlockTemplate {
  return { id: `software_features/${id}`, group: 'Features', label, description, config: { keywords: [...keywords] } };
}

export const featureTemplates: readonly DataBlockTemplate[] = [
  template('sign-on', 'Single sign-on', 'Software with enterprise sign-on.', [
    'single sign on',
    'sso',
    'saml',
    'openid connect',
    'scim',
  ]),
  template('access', 'Access control', 'Software with roles, permissions and audit logs.', [
    'role based access control',
    'rbac',
    'permission*',
    'audit log*',
    'audit trail*',
    'two factor authentication',
  ]),
  template('interfaces', 'API and integrations', 'Software with an API or integrations.', [
    'api',
    'rest api',
    'webhook*',
    'crm integration*',
    'integration*',
  ]),
  template('ai', 'AI features', 'Software that uses artificial intelligence.', [
    'ai',
    'ai assistant*',
    'artificial intelligence',
    'machine learning',
    'chatbot*',
    'predictive analytics',
  ]),
  template('automation', 'Workflow automation', 'Software that automates workflows.', [
    'workflow automation',
    'workflow*',
    'approval workflow*',
    'automation',
    'scheduled ** export*',
  ]),
  template('reporting', 'Reporting', 'Software with reports and dashboards.', [
    'reporting',
    'dashboard*',
    'analytics',
    'data export',
    'business intelligence',
  ]),
  template('mobile', 'Mobile apps', 'Software that works on phones.', ['mobile app*', 'ios', 'android', 'offline']),
];
