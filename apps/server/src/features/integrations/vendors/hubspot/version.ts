/** The dated version of HubSpot's API. */
const VERSION = '2026-09';
/** Only this version tells and sets whether a number is shown as a percentage or an amount of money. */
const PROPERTIES_VERSION = '2026-03';

export const paths = {
  token: `/oauth/${VERSION}/token`,
  account: `/account-info/${VERSION}/details`,
  objects: (type: ObjectType) => `/crm/objects/${VERSION}/${type}`,
  properties: (type: ObjectType) => `/crm/properties/${PROPERTIES_VERSION}/${type}`,
  associations: `/crm/associations/${VERSION}/contacts/companies/batch/associate/default`,
} as const;

export type ObjectType = 'companies' | 'contacts';

/** A unique property for our own key. */
export const KEY_PROPERTY = 'quarry_id';
