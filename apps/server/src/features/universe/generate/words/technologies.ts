import type { TechnologyCategory } from '../../technology-categories.ts';

const list = (text: string): string[] => text.trim().split(/\s*,\s*/);

/** Products by category. */
export const TECHNOLOGIES: Readonly<Record<TechnologyCategory, readonly string[]>> = {
  crm: list('Salesforce, HubSpot, Pipedrive, Zoho CRM, Microsoft Dynamics 365, Close, Freshsales'),
  marketing_automation: list('Mailchimp, HubSpot Marketing Hub, Marketo, ActiveCampaign, Klaviyo, Brevo, Customer.io'),
  analytics: list('Google Analytics, Google Tag Manager, Hotjar, Mixpanel, Amplitude, Matomo, Plausible, Segment'),
  cms: list('WordPress, Webflow, Drupal, Contentful, TYPO3, Wix, Squarespace, Ghost'),
  ecommerce: list('Shopify, WooCommerce, Magento, BigCommerce, Shopware, PrestaShop'),
  payments: list('Stripe, PayPal, Adyen, Klarna, Mollie, Braintree'),
  hosting: list('AWS, Google Cloud, Microsoft Azure, Cloudflare, Hetzner, OVHcloud, Vercel, DigitalOcean'),
  customer_support: list('Zendesk, Intercom, Freshdesk, Help Scout, Crisp, Zoho Desk'),
  hr: list('Personio, Workday, BambooHR, Greenhouse, Lever, SAP SuccessFactors, Rippling'),
  security: list('Okta, Auth0, CrowdStrike, Vanta, 1Password, Snyk'),
  data: list('Snowflake, BigQuery, Databricks, PostgreSQL, dbt, Kafka, Tableau, Power BI, Looker'),
  development: list('GitHub, GitLab, Jira, Docker, Kubernetes, Terraform, React, Python, TypeScript, Java, Go, .NET'),
};
