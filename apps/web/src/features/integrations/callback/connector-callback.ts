import { CRM_TYPES, type CrmType } from '@quarry/contracts';
import { textOf } from '../../../lib/search-text.ts';

/** The query with which a CRM sends a person back. */
export interface CallbackSearch {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly sandbox?: string | undefined;
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
}

export function callbackSearch(query: Record<string, unknown>): CallbackSearch {
  const names = ['code', 'state', 'sandbox', 'error', 'error_description'] as const;
  const found = names.flatMap((name) => {
    const text = textOf(query[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

/** Which account's connector a state belongs to; the server verifies it when the code is exchanged. */
export interface ConnectorState {
  readonly clientName: string;
  readonly type: CrmType;
  readonly isSandbox: boolean;
}

/** Reads the first part of a state: base64url of JSON with client, connectorType and sandbox. Null if it is none. */
export function readState(state: string | undefined): ConnectorState | null {
  const [encoded = ''] = (state ?? '').split('.');
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { client, connectorType, sandbox }: { client?: unknown; connectorType?: unknown; sandbox?: unknown } = parsed;
    const type = CRM_TYPES.find((crm) => crm === connectorType);
    if (typeof client !== 'string' || client === '' || type === undefined) return null;
    return { clientName: client, type, isSandbox: sandbox === true || sandbox === 'true' };
  } catch (error) {
    console.debug('The state of a connection could not be read', error);
    return null;
  }
}
