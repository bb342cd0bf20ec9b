import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { callVendor } from './access/call-vendor.ts';

/** Returns the fields of the CRM's companies and contacts, by their names for people. */
export const describeExternalFields: Verb<typeof contracts.describeExternalFields> = (scope, { integrationId }) =>
  callVendor(scope, integrationId, async (vendor, api) => {
    const [accountFields, contactFields] = await Promise.all([
      vendor.describe(api, 'company'),
      vendor.describe(api, 'contact'),
    ]);
    return {
      accountFields: accountFields.toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
      contactFields: contactFields.toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
      newFieldTypes: vendor.newFieldTypes.map(({ type, label, takes }) => ({ type, label, takes: [...takes] })),
    };
  });
