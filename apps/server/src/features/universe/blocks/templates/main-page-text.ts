import type { DataBlockTemplate } from '@quarry/contracts';

function template(id: string, label: string, description: string, keywords: readonly string[]): DataBlockTemplate {
  return { id: `main_page_text/${id}`, group: 'Home page', label, description, config: { keywords: [...keywords] } };
}

export const pageTextTemplates: readonly DataBlockTemplate[] = [
  template('security-compliance', 'Security Compliance', 'The home page mentions a security standard or certificate.', [
    'soc 2',
    'soc2',
    'iso 27001',
    'iso27001',
    'gdpr',
    'dsgvo*',
    'rgpd',
    'hipaa',
    'pci dss',
    'fedramp',
    'security compliance',
  ]),
  template('ai-first', 'AI First', 'The company puts artificial intelligence first.', [
    'ai first',
    'ai native',
    'ai powered',
    'ai driven',
    'artificial intelligence',
    'generative ai',
    'ai agent*',
    'llm*',
  ]),
  template('partnerships', 'Partnerships', 'The company looks for partners.', [
    'become a partner',
    'partner program*',
    'partner with us',
    'our partners',
    'reseller*',
    'affiliate program*',
    'partner portal',
  ]),
  template('free-trial', 'Free Trial', 'Visitors can try the product for free.', [
    'free trial',
    'start ** free trial',
    'try ** for free',
    'try it free',
    'start for free',
    'no credit card',
    'kostenlos testen',
    'essai gratuit',
    'prueba gratuita',
  ]),
  template('demo-request', 'Demo Request', 'Visitors can request a demo.', [
    'request a demo',
    'book a demo',
    'schedule a demo',
    'get a demo',
    'watch ** demo',
    'live demo',
    'demo vereinbaren',
    'demandez une demo',
    'solicita una demo',
  ]),
];
