import type { CrmType } from '@quarry/contracts';
import type { Config } from '#server/platform/config.ts';

/** Where a CRM sends people back to: a route of the web app that every account shares. */
export function redirectUriOf({ publicUrl }: Pick<Config, 'publicUrl'>, type: CrmType, isSandbox: boolean): string {
  const routes: Record<CrmType, string> = {
    HUBSPOT: 'hubspot',
    SALESFORCE: isSandbox ? 'salesforce-sandbox' : 'salesforce',
    PIPEDRIVE: 'connect',
  };
  return `${publicUrl}/connectors/${routes[type]}`;
}
