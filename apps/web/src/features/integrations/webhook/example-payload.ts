import type { RecordType } from '@quarry/contracts';

const COMPANY = {
  company_id: '1042',
  domain: 'northwind-labs.example',
  name: 'Northwind Labs',
  industry: 'Software',
  employee_count: 240,
  founded_on: '2014-05-01',
  technologies: ['Kubernetes', 'PostgreSQL'],
  phone: null,
};
const CONTACT = {
  contact_id: 'c-77',
  company_id: '1042',
  company_domain: 'northwind-labs.example',
  email: 'ines.moreau@northwind-labs.example',
  first_name: 'Ines',
  last_name: 'Moreau',
  job_title: 'Head of Operations',
  personas: ['Operations leaders'],
  segments: ['Software in Europe'],
};

/** What a request to a webhook contains: one record, or a list of them for batches above 1. */
export function examplePayload(recordType: RecordType, batchSize: number | null): string {
  const record = recordType === 'company' ? COMPANY : CONTACT;
  const payload = {
    source: 'Quarry',
    type: recordType === 'company' ? 'account' : 'contact',
    body: batchSize !== null && batchSize > 1 ? [record] : record,
  };
  return JSON.stringify(payload, null, 2);
}
