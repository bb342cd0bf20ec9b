import { crmType, RECORD_TYPES, type RecordType } from '@quarry/contracts';
import { openVendorApi } from '#server/features/integrations/access/open-vendor-api.ts';
import type { MappedField } from './convert-record.ts';
import type { CrmAccess } from './sync-records.ts';
import type { SyncRun } from './sync-run.ts';

/** A mapped field that the CRM no longer has. */
export interface MissingField {
  readonly recordType: RecordType;
  readonly displayName: string;
}

/** How long calls in flight may take once a run is to end. */
const LAST_CALL_MS = 20_000;

/** A signal that aborts some time after another, so that calls in flight can end. */
export function delayedSignal(signal: AbortSignal, ms = LAST_CALL_MS): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    setTimeout(() => controller.abort(signal.reason), ms).unref();
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}

export const isCrm = ({ integration }: Pick<SyncRun, 'integration'>): boolean =>
  crmType.safeParse(integration.integrationType).success;

/**
 * Opens the CRM of a run: its API, and the fields of the mappings as it describes them. Mappings whose field is gone are
 * left out. With `isWriting`, makes sure that it has the field for our key.
 */
export async function openCrm(
  { ctx, integration, fields, waitsMs }: Omit<SyncRun, 'state'>,
  recordTypes: readonly RecordType[],
  { isWriting }: { readonly isWriting: boolean },
): Promise<{ readonly crm: CrmAccess; readonly missing: readonly MissingField[] }> {
  const waits = waitsMs === undefined ? {} : { waitsMs };
  const { vendor, api } = await openVendorApi(ctx, integration.id, delayedSignal(ctx.signal), waits);
  const missing: MissingField[] = [];
  const mapped: Record<RecordType, MappedField[]> = { company: [], contact: [] };
  const keyFields: Record<RecordType, string | null> = { company: null, contact: null };
  for (const recordType of RECORD_TYPES.filter((one) => recordTypes.includes(one))) {
    const described = new Map((await vendor.describe(api, recordType)).map((field) => [field.id, field]));
    for (const field of fields[recordType]) {
      const found = described.get(field.externalName);
      if (found === undefined) missing.push({ recordType, displayName: field.displayName });
      else mapped[recordType].push({ ...field, described: found });
    }
    if (isWriting) keyFields[recordType] = await vendor.ensureKeyField(api, recordType);
  }
  return { crm: { vendor, api, fields: mapped, keyFields }, missing };
}

/** What people read about mapped fields that the CRM lacks; null if there are none. */
export function missingMessage(missing: readonly MissingField[]): string | null {
  if (missing.length === 0) return null;
  const names = missing.map(({ displayName }) => displayName).join(', ');
  return `Mapped field does not exist in CRM: ${names}. You should remove the mapping or create the field.`;
}
