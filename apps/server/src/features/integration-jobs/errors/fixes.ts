import type { SyncErrorGroup } from '@quarry/contracts';
import type { SyncField } from '../plan/sync-fields.ts';
import { MULTIPLE_MATCHES, suffixOf } from './catalogue.ts';

type Fix = SyncErrorGroup['fixes'][number];

const TOO_LONG = new Set(['STRING_TOO_LONG', 'INVALID_STRING_LENGTH']);
const NOT_LISTED = new Set(['INVALID_OPTION', 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST']);

/** The field of a mapping that an error names. */
export function fieldOf(fields: readonly SyncField[], name: string | null): SyncField | undefined {
  return fields.find(({ displayName, externalName }) => displayName === name || externalName === name);
}

/** The fixes that can be made for a whole group of errors. */
export function fixesOf(errorCode: string, field: SyncField | undefined, canChangeFields: boolean): Fix[] {
  if (errorCode === MULTIPLE_MATCHES) return [];
  const suffix = suffixOf(errorCode);
  const fixes: Fix[] = [];
  if (field !== undefined) {
    fixes.push('DROP_MAPPING');
    if (suffix !== 'FIELD_NOT_IN_CRM') fixes.push('CHANGE_STRATEGY');
    // HubSpot's texts have one length.
    if (canChangeFields && TOO_LONG.has(suffix) && suffix !== 'INVALID_STRING_LENGTH') fixes.push('LENGTHEN_FIELD');
    if (canChangeFields && NOT_LISTED.has(suffix)) fixes.push('ADD_OPTIONS');
  }
  if (suffix !== 'FIELD_NOT_IN_CRM') fixes.push('RETRY');
  return fixes;
}
