import { type EstimationConfig, estimationConfig } from '@quarry/contracts';
import { decodeHashText, decodeHashValue, encodeHashValue, hashParts } from '../../lib/hash-value.ts';

/** Companies with three employees and more, as a new client starts. */
export const NEW_ESTIMATE: EstimationConfig = {
  clientName: null,
  sourcingCriteria: {
    id: 'root',
    combinator: 'and',
    rules: [{ id: 'employees', field: 'firmographics/employee_count', operator: 'gte', value: 3 }],
  },
  dataBlockConfigs: [],
  fieldDefinitions: [
    { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
    { internalName: 'firmographics/company_name', externalName: 'name', displayName: 'Name' },
  ],
};

/** What the page starts with: a config in the hash, the name of a client whose config to load, or neither. */
export type EstimationStart =
  | { readonly kind: 'config'; readonly config: EstimationConfig }
  | { readonly kind: 'client'; readonly name: string }
  | { readonly kind: 'new' };

/** Never throws. */
export function readEstimationHash(hash: string): EstimationStart {
  const parts = hashParts(hash);
  const state = parts.get('state');
  if (state !== undefined) {
    const parsed = estimationConfig.safeParse(decodeHashValue(state));
    if (parsed.success) return { kind: 'config', config: parsed.data };
  }
  const client = decodeHashText(parts.get('client') ?? '');
  return client === '' ? { kind: 'new' } : { kind: 'client', name: client };
}

/** The hash, without its `#`, that shows this estimate to others. */
export const writeEstimationHash = (config: EstimationConfig): string => `state=${encodeHashValue(config)}`;

/** A config that somebody pasted; a whole client config fits too. Null for anything else. */
export function readPastedConfig(text: string): EstimationConfig | null {
  try {
    return estimationConfig.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
