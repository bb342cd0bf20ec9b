import { CRM_TYPES, type CrmType, type IntegrationType, type UpdateStrategy } from '@quarry/contracts';
import { type Icon, IconAffiliate, IconCloud, IconTargetArrow, IconWebhook } from '@tabler/icons-react';

interface ConnectorWords {
  readonly name: string;
  /** What it is for, in a sentence. */
  readonly summary: string;
}

const WORDS: Readonly<Record<IntegrationType, ConnectorWords>> = {
  SALESFORCE: {
    name: 'Salesforce',
    summary: 'Writes companies to Accounts and contacts to Contacts. Leads are left alone.',
  },
  HUBSPOT: {
    name: 'HubSpot',
    summary: 'Writes companies and contacts to the records of your portal, and associates the two.',
  },
  WEBHOOK: {
    name: 'Webhook',
    summary: 'Sends new and changed companies and contacts to an address of your own, signed.',
  },
  PIPEDRIVE: {
    name: 'Pipedrive',
    summary: 'Writes companies to organizations and contacts to persons.',
  },
};

/** What the connected user must be allowed to do in the CRM. */
export const CRM_PERMISSIONS: Readonly<Record<CrmType, readonly string[]>> = {
  SALESFORCE: [
    'Read, create and edit Accounts and Contacts, with edit access to every field that you map',
    'API access',
    'Customize Application, only if Quarry should create fields',
  ],
  HUBSPOT: [
    'View and edit all companies and contacts',
    'Edit property settings, only if Quarry should create properties',
    'Permission to install apps (super admin or App Marketplace access)',
  ],
  PIPEDRIVE: [
    'See and edit all organizations and persons',
    'Add custom fields, only if Quarry should create them',
    'Permission to install apps',
  ],
};

/** The field in which a CRM keeps Quarry's id of a record. */
export const KEY_FIELDS: Readonly<Record<CrmType, string>> = {
  SALESFORCE: 'Quarry_Id__c',
  HUBSPOT: 'quarry_id',
  PIPEDRIVE: 'Quarry ID',
};

export const connectorName = (type: IntegrationType): string => WORDS[type].name;
export const connectorSummary = (type: IntegrationType): string => WORDS[type].summary;
export const CONNECTOR_ICONS: Readonly<Record<IntegrationType, Icon>> = {
  SALESFORCE: IconCloud,
  HUBSPOT: IconAffiliate,
  WEBHOOK: IconWebhook,
  PIPEDRIVE: IconTargetArrow,
};

/** The CRM behind a connector; null for a webhook. */
export function crmOf(type: IntegrationType): CrmType | null {
  return CRM_TYPES.find((crm) => crm === type) ?? null;
}

/** The update strategies in words. */
export const STRATEGY_LABELS: Readonly<Record<UpdateStrategy, string>> = {
  OVERWRITE_ALWAYS: 'Overwrite',
  OVERWRITE_ONLY_IF_EMPTY: 'Update if empty',
};
