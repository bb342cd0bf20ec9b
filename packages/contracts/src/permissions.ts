/** Permissions within an account. Every member has USER. */
export const USER_PERMISSIONS = ['USER', 'ADMIN'] as const;
export type UserPermission = (typeof USER_PERMISSIONS)[number];

/** Permissions of the people who run the installation. */
export const STAFF_PERMISSIONS = ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS', 'ADMIN_BETA_TESTER', 'TEST'] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

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
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/**
 * Parts of the product that only some accounts have. Meeting one condition is enough: the flag, and the staff permission
 * if given.
 */
export const FEATURES = {
  markets: [{ flag: 'marketsBetaAccess' }, { flag: 'marketsDemoAccess', staffPermission: 'VIEW_ANY_ACCOUNT' }],
  dataBlockConfigs: [
    { flag: 'marketsBetaAccess' },
    { flag: 'marketsDemoAccess', staffPermission: 'VIEW_ANY_ACCOUNT' },
    { flag: 'dataExplorerPrototype' },
  ],
  dataPointWizard: [{ flag: 'dataExplorerPrototype' }],
  crmImport: [{ flag: 'crmDataIngestion' }],
} as const satisfies Record<string, readonly { flag: FeatureFlag; staffPermission?: StaffPermission }[]>;
export type Feature = keyof typeof FEATURES;

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

/** The kinds of credit. A kind without a balance does not apply to the client. */
export const CREDIT_TYPES = ['CONTACT', 'ENRICHMENT', 'PHONE_NUMBER'] as const;
export type CreditType = (typeof CREDIT_TYPES)[number];
