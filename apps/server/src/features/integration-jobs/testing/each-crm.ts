import type { CrmType } from '@quarry/contracts';
import type { CrmStandIn, RecordRule } from '#server/features/integrations/testing/stand-ins/crm-stand-in.ts';
import type { HubspotOptions } from '#server/features/integrations/testing/stand-ins/hubspot/hubspot-stand-in.ts';
import { startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { standInProperty } from '#server/features/integrations/testing/stand-ins/hubspot/properties.ts';
import { standInField } from '#server/features/integrations/testing/stand-ins/pipedrive/fields.ts';
import { startPipedrive } from '#server/features/integrations/testing/stand-ins/pipedrive/index.ts';
import type { PipedriveOptions } from '#server/features/integrations/testing/stand-ins/pipedrive/pipedrive-stand-in.ts';
import { startSalesforce } from '#server/features/integrations/testing/stand-ins/salesforce/index.ts';
import { INDUSTRIES } from '#server/features/universe/generate/words/industries.ts';
import type { TestMappings } from './sync-world.ts';

/** A CRM whose administrator refuses some records, and that had others before. */
export interface CrmCase {
  readonly type: CrmType;
  readonly standIn: CrmStandIn & { readonly rules: RecordRule[] };
  /** One field of each type that the CRM has. */
  readonly mappings: TestMappings;
  /** The fields of a company's name and domain, and of a contact's e-mail address. */
  readonly names: { readonly company: string; readonly domain: string };
  /** How people write a domain there. */
  readonly spellings: readonly ((domain: string) => string)[];
  /** What a company always has. */
  readonly always: Readonly<Record<string, unknown>>;
  /** A value for each of the other fields. */
  readonly full: Readonly<Record<string, unknown>>;
  readonly contact: (email: string, companyId: string) => Record<string, unknown>;
  /** What the CRM says of three companies and a contact, and the group and text that people read. */
  readonly refusals: readonly Refusal[];
}

interface Refusal {
  readonly code: string;
  readonly field: string | null;
  readonly message: string;
  readonly group: string;
  readonly text: string;
}

const labels = INDUSTRIES.map(({ label }) => label);

export async function startSalesforceCase(): Promise<CrmCase> {
  return {
    type: 'SALESFORCE',
    standIn: await startSalesforce(),
    mappings: {
      company: {
        name: 'Name',
        domain: 'Website',
        description: 'Description',
        industry: 'Industry',
        employee_count: 'NumberOfEmployees',
        revenue: 'AnnualRevenue',
        employee_growth: 'Growth__c',
        is_hiring: 'Is_Public__c',
        last_round_date: 'Renewal_Date__c',
        technologies: 'Technologies__c',
      },
      contact: { first_name: 'FirstName', last_name: 'LastName', email: 'Email', position: 'Title' },
    },
    names: { company: 'Name', domain: 'Website' },
    spellings: [(domain) => `HTTP://WWW.${domain.toUpperCase()}/en`, (domain) => `https://shop.${domain}/`],
    always: { Is_Public__c: false },
    full: {
      Description: 'Known before',
      Industry: 'Banking',
      NumberOfEmployees: 1,
      AnnualRevenue: 2,
      Growth__c: 3.5,
      Is_Public__c: false,
      Renewal_Date__c: '2020-02-29',
      Technologies__c: 'SAP;Oracle',
    },
    contact: (email, companyId) => ({ LastName: 'Before', Email: email, AccountId: companyId, Title: 'Before' }),
    refusals: [
      {
        code: 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
        field: null,
        message: 'Not in this region',
        group: 'SF_COMPANY_FIELD_CUSTOM_VALIDATION_EXCEPTION',
        text: 'Stopped by a validation rule',
      },
      {
        code: 'REQUIRED_FIELD_MISSING',
        field: 'Industry',
        message: 'Required fields are missing: [Industry]',
        group: 'SF_COMPANY_REQUIRED_FIELD_MISSING',
        text: 'Industry is required',
      },
      {
        code: 'INSUFFICIENT_ACCESS_OR_READONLY',
        field: null,
        message: 'insufficient access rights on object id',
        group: 'SF_COMPANY_INSUFFICIENT_ACCESS_OR_READONLY',
        text: 'No permission to write this record',
      },
      {
        code: 'INVALID_FIELD_FOR_INSERT_UPDATE',
        field: 'Title',
        message: 'Unable to create/update fields: Title',
        group: 'SF_CONTACT_INVALID_FIELD_FOR_INSERT_UPDATE',
        text: "Position can't be updated",
      },
    ],
  };
}

export async function startHubspotCase(options: HubspotOptions = {}): Promise<CrmCase> {
  const standIn = await startHubspot({ searchLagMs: 0, ...options });
  standIn.addProperty('companies', standInProperty('branch', 'enumeration', 'select', { choices: labels }));
  standIn.addProperty('companies', standInProperty('last_round', 'date', 'date'));
  return {
    type: 'HUBSPOT',
    standIn,
    mappings: {
      company: {
        name: 'name',
        domain: 'domain',
        description: 'description',
        industry: 'branch',
        employee_count: 'numberofemployees',
        revenue: 'annualrevenue',
        is_hiring: 'is_public',
        last_round_date: 'last_round',
        technologies: 'website',
      },
      contact: { first_name: 'firstname', last_name: 'lastname', email: 'email', position: 'jobtitle' },
    },
    names: { company: 'name', domain: 'domain' },
    spellings: [(domain) => `www.${domain}`, (domain) => domain],
    always: {},
    full: {
      description: 'Known before',
      branch: standIn.properties.companies.get('branch')?.options[0]?.value,
      numberofemployees: '1',
      annualrevenue: '2',
      is_public: 'false',
      last_round: '2020-02-29',
      website: 'https://known.example',
    },
    contact: (email) => ({ lastname: 'Before', email, jobtitle: 'Before' }),
    refusals: [
      {
        code: 'REQUIRED_PROPERTY',
        field: 'description',
        message: 'It is required here',
        group: 'HS_COMPANY_REQUIRED_PROPERTY',
        text: 'Description is required',
      },
      {
        code: 'READ_ONLY_VALUE',
        field: 'annualrevenue',
        message: 'It cannot be set',
        group: 'HS_COMPANY_READ_ONLY_VALUE',
        text: "Annual revenue can't be updated",
      },
      {
        code: 'INVALID_OPTION',
        field: 'branch',
        message: 'It was not one of the allowed options',
        group: 'HS_COMPANY_INVALID_OPTION',
        text: 'Invalid option for Industry',
      },
      {
        code: 'SOMETHING_NEW',
        field: null,
        message: 'Nobody wrote this down',
        group: 'HS_CONTACT_SOMETHING_NEW',
        text: 'Failed to create entry',
      },
    ],
  };
}

export async function startPipedriveCase(options: PipedriveOptions = {}): Promise<CrmCase> {
  const standIn = await startPipedrive(options);
  standIn.addField('organizations', standInField('Branch', 'enum', null, labels));
  const code = (name: string) => standIn.codeOf('organizations', name);
  return {
    type: 'PIPEDRIVE',
    standIn,
    mappings: {
      company: {
        name: 'name',
        domain: 'website',
        technology_count: 'employee_count',
        industry: code('Branch'),
        employee_growth: code('Score'),
        revenue: code('Funding'),
        last_round_date: code('Founded'),
      },
      contact: { email: 'emails', position: 'job_title' },
    },
    names: { company: 'name', domain: 'website' },
    spellings: [(domain) => `https://www.${domain}/`, (domain) => `SHOP.${domain.toUpperCase()}`],
    always: {},
    full: {
      employee_count: 1,
      [code('Branch')]: standIn.fields.organizations.get(code('Branch'))?.options?.[0]?.id,
      [code('Score')]: 0.25,
      [code('Funding')]: { value: 2.5, currency: 'USD' },
      [code('Founded')]: '2020-02-29',
    },
    contact: (email, companyId) => ({
      name: 'Before',
      emails: [{ value: email, primary: true, label: 'home' }],
      org_id: Number(companyId),
      job_title: 'Before',
    }),
    refusals: [
      {
        code: '',
        field: code('Branch'),
        message: 'it is not an option',
        group: 'PD_COMPANY_INVALID_OPTION',
        text: 'Invalid option for Industry',
      },
      {
        code: '',
        field: code('Score'),
        message: 'unknown field',
        group: 'PD_COMPANY_FIELD_NOT_FOUND',
        text: 'Employee growth does not exist',
      },
      {
        code: '',
        field: null,
        message: 'the rules forbid it',
        group: 'PD_COMPANY_VALIDATION_ERROR',
        text: 'Validation error in a field',
      },
      {
        code: '',
        field: 'job_title',
        message: 'it is too vague',
        group: 'PD_CONTACT_VALIDATION_ERROR',
        text: 'Validation error in Position',
      },
    ],
  };
}
