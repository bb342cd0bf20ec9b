import type { Integration } from '@quarry/contracts';
import { plural } from '../../lib/format.ts';
import type { State } from '../../ui/StateBadge.tsx';

/** How a connection stands; undefined if it was never made. */
export function connectorState(integration: Integration | undefined): { state: State; label: string } {
  if (!integration?.hasCredentials) return { state: 'draft', label: 'Not connected' };
  if (integration.problem !== null) return { state: 'failed', label: 'Needs attention' };
  if (integration.missingScopes.length > 0) return { state: 'pending', label: 'Permissions missing' };
  return { state: 'live', label: 'Connected' };
}

/** True if the connection has to be made again before anything can be synced. */
export function needsReconnect(integration: Integration): boolean {
  return !integration.hasCredentials || integration.problem !== null || integration.missingScopes.length > 0;
}

/** How many fields are mapped: `12 company fields and 1 contact field`. */
export function mappedText({ mappingSettings }: Pick<Integration, 'mappingSettings'>): string {
  const companies = plural(mappingSettings.companies.length, 'company field');
  return `${companies} and ${plural(mappingSettings.contacts.length, 'contact field')}`;
}
