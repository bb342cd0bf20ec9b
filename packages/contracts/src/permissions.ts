/** Permissions inside one account. USER is implied for every member. */
export const USER_PERMISSIONS = ['USER', 'ADMIN'] as const;
/** Permissions inside one account. */
export type UserPermission = (typeof USER_PERMISSIONS)[number];

/** Permissions of the people who run the installation. */
export const STAFF_PERMISSIONS = ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS', 'ADMIN_BETA_TESTER', 'TEST'] as const;
/** Permissions of the people who run the installation. */
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

/** Every feature flag that a client can have. */
export const FEATURE_FLAGS = [
  'openInLinkedInSalesNav',
  'companiesListTabs',
  'dataExplorerPrototype',
  'crmDataIngestion',
  'useMarketsForSourcing',
  'phoneNumbers',
  'marketsBetaAccess',
  'marketsDemoAccess',
] as const;
/** A feature flag that a client can have. */
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** The kinds of credit. A missing balance means that the kind does not apply to the client. */
export const CREDIT_TYPES = ['CONTACT', 'ENRICHMENT', 'PHONE_NUMBER'] as const;
/** A kind of credit. */
export type CreditType = (typeof CREDIT_TYPES)[number];
