import type { CrmType } from '@quarry/contracts';
import type { CrmSettings } from '#server/platform/config.ts';
import { hubspot } from './hubspot/index.ts';
import { pipedrive } from './pipedrive/index.ts';
import { salesforce } from './salesforce/index.ts';
import type { Vendor } from './vendor.ts';

/** The CRM of a type, at the addresses of the settings. */
export function vendorOf(type: CrmType, { crms }: { crms: CrmSettings }): Vendor {
  switch (type) {
    case 'HUBSPOT':
      return hubspot(crms.hubspot);
    case 'SALESFORCE':
      return salesforce(crms.salesforce);
    case 'PIPEDRIVE':
      return pipedrive(crms.pipedrive);
  }
}
