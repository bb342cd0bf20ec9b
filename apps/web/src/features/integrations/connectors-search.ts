import { INTEGRATION_TYPES, type IntegrationType } from '@quarry/contracts';

/** The connector that an address is about, if any. */
export interface ConnectorsSearch {
  readonly connector?: IntegrationType | undefined;
}

/** Parses the query of an address, ignoring case and unknown connectors. */
export function connectorsSearch(query: Record<string, unknown>): ConnectorsSearch {
  const text = typeof query.connector === 'string' ? query.connector.toUpperCase() : '';
  const connector = INTEGRATION_TYPES.find((type) => type === text);
  return connector === undefined ? {} : { connector };
}
