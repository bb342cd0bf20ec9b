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

/**
 * Parts of the product that only some accounts have. Any one of the conditions opens a part: the flag, and for some
 * the staff permission beside it.
 */
export const FEATURES = {
  markets: [{ flag: 'marketsBetaAccess' }, { flag: 'marketsDemoAccess', staffPermission: 'VIEW_ANY_ACCOUNT' }],
  dataBlockConfigs: [
    { flag: 'marketsBetaAccess' },
    { flag: 'marketsDemoAccess', staffPermission: 'VIEW_ANY_ACCOUNT' },
    { flag: 'dataExplorerPrototype' },
  ],
  dataPointWizard: [{ flag: 'dataExplorerPrototype' }],
} as const satisfies Record<string, readonly { flag: FeatureFlag; staffPermission?: StaffPermission }[]>;
/** A part of the product that only some accounts have. */
export type Feature = keyof typeof FEATURES;

/** Whether a person has a part of the product in an account. */
export function hasFeature(
  feature: Feature,
  account: { readonly featureFlags: readonly FeatureFlag[] },
  user: { readonly staffPermissions: readonly StaffPermission[] },
): boolean {
  const conditions: readonly { flag: FeatureFlag; staffPermission?: StaffPermission }[] = FEATURES[feature];
  return conditions.some(
    ({ flag, staffPermission }) =>
      account.featureFlags.includes(flag) &&
      (staffPermission === undefined || user.staffPermissions.includes(staffPermission)),
  );
}

/** The kinds of credit. A missing balance means that the kind does not apply to the client. */
export const CREDIT_TYPES = ['CONTACT', 'ENRICHMENT', 'PHONE_NUMBER'] as const;
/** A kind of credit. */
export type CreditType = (typeof CREDIT_TYPES)[number];
