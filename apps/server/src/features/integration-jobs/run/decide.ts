import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordType } from '@quarry/contracts';
import type { ExternalRecord, FoundRecord, Vendor, VendorApi } from '#server/features/integrations/vendors/vendor.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type ConvertedValue, changesOf, convertRecord, isEmptyInCrm, type MappedField } from './convert-record.ts';
import {
  type Intent,
  readIntents,
  readLinked,
  readLinksByMatch,
  readStatuses,
  type StatusRow,
} from './read-statuses.ts';
import type { RecordError } from './record-result.ts';
import type { SourceRecord } from './source-records.ts';

/** What is to be done with a record. */
export type Decision =
  | { readonly kind: 'create'; readonly after: Readonly<Record<string, unknown>>; readonly accountId: string | null }
  | {
      readonly kind: 'update';
      readonly externalId: string;
      readonly before: Readonly<Record<string, unknown>>;
      readonly after: Readonly<Record<string, unknown>>;
      readonly isNewLink: boolean;
      readonly wasCreated: boolean;
      readonly accountId: string | null;
    }
  /** An earlier attempt of this job has created it. */
  | {
      readonly kind: 'created';
      readonly externalId: string;
      readonly after: Readonly<Record<string, unknown>>;
      readonly accountId: string | null;
    }
  | {
      readonly kind: 'unchanged';
      readonly externalId: string;
      readonly isNewLink: boolean;
      readonly wasCreated: boolean;
      readonly accountId: string | null;
    }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly FoundRecord[] }
  | { readonly kind: 'fail'; readonly error: RecordError; readonly isGone: boolean };

export interface Decided {
  readonly source: SourceRecord;
  readonly status: StatusRow | null;
  readonly matchKey: string | null;
  readonly values: readonly ConvertedValue[];
  readonly decision: Decision;
}

/** What becomes of the account of a contact. */
export type AccountState = { readonly externalId: string } | 'FAILED' | 'SKIPPED';

export interface DecideInput {
  readonly ctx: Pick<JobContext, 'db' | 'jobId'>;
  readonly clientId: string;
  readonly integrationId: string;
  readonly vendor: Vendor;
  readonly api: VendorApi;
  readonly recordType: RecordType;
  readonly fields: readonly MappedField[];
  readonly mayCreate: boolean;
  readonly keyField: string | null;
  /** Finds records of the CRM by domain or e-mail. */
  find(values: readonly string[]): Promise<ReadonlyMap<string, readonly FoundRecord[]>>;
  /** Of contacts; by company. */
  readAccounts(companyIds: readonly string[]): Promise<ReadonlyMap<string, AccountState>>;
  /** Records of the CRM and match keys that earlier records of this run have taken, in runs that write no links. */
  readonly taken: Map<string, string> | null;
  /** Records that the CRM has said to exist, by record: they are linked to these. */
  readonly existing: ReadonlyMap<string, string>;
}

const GONE: Readonly<Record<Vendor['type'], Readonly<Record<RecordType, string>>>> = {
  SALESFORCE: { company: 'ENTITY_IS_DELETED', contact: 'ENTITY_IS_DELETED' },
  HUBSPOT: { company: 'OBJECT_NOT_FOUND', contact: 'OBJECT_NOT_FOUND' },
  PIPEDRIVE: { company: 'ORGANIZATION_NOT_FOUND', contact: 'PERSON_NOT_FOUND' },
};

const errorOf = (code: string): RecordError => ({ code, field: null, value: null, message: null });
const fail = (code: string, isGone = false): Decision => ({ kind: 'fail', error: errorOf(code), isGone });

/** The form in which a domain or e-mail is compared with others of this CRM. */
export function matchKeyOf(vendor: Pick<Vendor, 'matchesDomain'>, recordType: RecordType, value: string): string {
  if (recordType === 'contact') return value.toLowerCase();
  const domain = normaliseDomain(value);
  return (vendor.matchesDomain === 'ROOT' ? domain?.root : domain?.host) ?? value.toLowerCase();
}

/** Where a record is in the CRM, or why it has no place there. */
type Place =
  | {
      readonly kind: 'linked';
      readonly externalId: string;
      readonly isNewLink: boolean;
      /** A create of ours made it, whose answer was lost. */
      readonly wasCreated: boolean;
    }
  | { readonly kind: 'new' }
  | { readonly kind: 'decided'; readonly decision: Decision };

const skip = (reason: string): Decision => ({ kind: 'skip', reason });
const decided = (decision: Decision): Place => ({ kind: 'decided', decision });

/** Decides what to do with records, in their order, from what the CRM holds now. Writes nothing. */
export async function decide(input: DecideInput, sources: readonly SourceRecord[]): Promise<Decided[]> {
  const { ctx, clientId, vendor, recordType } = input;
  const ids = sources.map(({ planned }) => planned.recordId);
  const [statuses, intents] = await ctx.db.asClient(
    clientId,
    async (tx) => [await readStatuses(tx, input, ids), await readIntents(tx, input, ids)] as const,
    { readOnly: true },
  );
  const accounts: ReadonlyMap<string, AccountState> =
    recordType === 'contact' ? await input.readAccounts(sources.map(({ planned }) => planned.companyId)) : new Map();
  const converted = sources.map((source) => {
    const { isLeaving } = source.planned;
    const fields = isLeaving ? input.fields.filter(({ isOfMembership }) => isOfMembership) : input.fields;
    return convertRecord({ vendor, account: input.api.account }, fields, source);
  });
  const early = sources.map((source, at) => {
    const status = statuses.get(source.planned.recordId);
    if (status?.isSyncDisabled === true && status.externalId === null) return skip('SYNC_DISABLED');
    const own = converted[at];
    if (own !== undefined && 'error' in own) return { kind: 'fail', error: own.error, isGone: false } as const;
    const hasAccount = recordType === 'company' || typeof accounts.get(source.planned.companyId) === 'object';
    if (hasAccount || status?.externalId != null) return null;
    const isFailed = accounts.get(source.planned.companyId) === 'FAILED';
    return isFailed ? fail('ACCOUNT_NOT_CREATED') : skip('ACCOUNT_NOT_SYNCED');
  });
  const open = sources.filter((_source, at) => early[at] === null);
  const places = await findPlaces(input, open, statuses, intents);
  const linked = [...places.values()].flatMap((place) => (place.kind === 'linked' ? [place.externalId] : []));
  const current = await readCurrent(input, linked);
  // Merged into another record, which may be somebody else's.
  const merged = [...current].flatMap(([asked, found]) => (found === null || found.id === asked ? [] : [found.id]));
  const survivors = await ctx.db.asClient(clientId, (tx) => readLinked(tx, input, merged), { readOnly: true });
  return sources.map((source, at): Decided => {
    const own = converted[at];
    const status = statuses.get(source.planned.recordId) ?? null;
    const values = own !== undefined && 'values' in own ? own.values : [];
    const matchKey = source.matchValue === null ? null : matchKeyOf(vendor, recordType, source.matchValue);
    const result = (decision: Decision): Decided => ({ source, status, matchKey, values, decision });
    const known = early[at] ?? null;
    if (known !== null) return result(known);
    const place = places.get(source.planned.recordId);
    if (place === undefined) throw new Error(`No place was found for ${source.planned.recordId}`);
    if (place.kind === 'decided') return result(place.decision);
    const account = accounts.get(source.planned.companyId);
    const accountId = typeof account === 'object' ? account.externalId : null;
    if (place.kind === 'new') return result(createDecision(input, source, values, accountId));
    const found = current.get(place.externalId);
    const { isNewLink, wasCreated } = place;
    if (found === undefined || found === null) {
      // One that was found a moment ago is looked for again at the next sync.
      const isKnown = status?.isSyncDisabled === true;
      return result(isKnown ? skip('SYNC_DISABLED') : fail(GONE[vendor.type][recordType], !isNewLink));
    }
    const owner = survivors.get(found.id);
    if (owner !== undefined && owner !== source.planned.recordId) return result(fail('RECORD_TAKEN'));
    const link = { externalId: found.id, isNewLink: isNewLink || found.id !== place.externalId, wasCreated, accountId };
    const intent = intents.get(source.planned.recordId);
    if (intent?.jobId === ctx.jobId && intent.action === 'update' && intent.externalId === found.id) {
      return result({ kind: 'update', ...link, before: objectOf(intent.before), after: objectOf(intent.after) });
    }
    if (wasCreated && intent?.jobId === ctx.jobId) {
      return result({ kind: 'created', externalId: found.id, after: objectOf(intent.after), accountId });
    }
    const changes = changesOf(vendor, values, found.values, new Set(status?.sentFields ?? []));
    return result(
      Object.keys(changes.after).length === 0
        ? { kind: 'unchanged', ...link }
        : { kind: 'update', ...link, ...changes },
    );
  });
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function readCurrent(
  input: DecideInput,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, ExternalRecord | null>> {
  if (externalIds.length === 0) return new Map<string, ExternalRecord | null>();
  const fields = input.fields.map(({ externalName }) => externalName);
  return input.vendor.read(input.api, input.recordType, [...new Set(externalIds)], fields);
}

function createDecision(
  { vendor }: DecideInput,
  { identity }: SourceRecord,
  values: readonly ConvertedValue[],
  accountId: string | null,
): Decision {
  const mapped = values.flatMap(({ field, value }) =>
    isEmptyInCrm(value) ? [] : [[field.externalName, value] as const],
  );
  return { kind: 'create', after: { ...vendor.identify(identity), ...Object.fromEntries(mapped) }, accountId };
}

/** Finds the records of the CRM that are ours: by link, by our key, by domain or e-mail. */
async function findPlaces(
  input: DecideInput,
  sources: readonly SourceRecord[],
  statuses: ReadonlyMap<string, StatusRow>,
  intents: ReadonlyMap<string, Intent>,
): Promise<ReadonlyMap<string, Place>> {
  const { ctx, clientId, vendor, api, recordType, keyField } = input;
  const unlinked = sources.filter(({ planned }) => {
    const status = statuses.get(planned.recordId);
    return status?.externalId == null && !planned.isLeaving && !input.existing.has(planned.recordId);
  });
  const unknown = unlinked.flatMap(({ planned }) => {
    const intent = intents.get(planned.recordId);
    return intent?.action === 'create' ? [intent] : [];
  });
  const since = new Date(Math.min(...unknown.map(({ at }) => at.getTime()), Date.now()));
  if (unknown.length > 0 && keyField === null) {
    const foundFrom = Math.max(...unknown.map(({ at }) => at.getTime())) + vendor.findLagMs;
    await sleep(Math.max(0, foundFrom - Date.now()), undefined, { signal: api.signal });
  }
  const byKey =
    unknown.length === 0 || keyField === null
      ? new Map<string, string>()
      : await vendor.findByKey(
          api,
          recordType,
          unknown.map(({ recordId }) => recordId),
          since,
        );
  const searched = unlinked.filter(
    ({ planned, matchValue }) =>
      matchValue !== null && !byKey.has(planned.recordId) && statuses.get(planned.recordId)?.mayCreate !== true,
  );
  const searchedValues = searched.flatMap(({ matchValue }) => matchValue ?? []);
  const matchKeys = searchedValues.map((value) => matchKeyOf(vendor, recordType, value));
  const found =
    searchedValues.length === 0 ? new Map<string, readonly FoundRecord[]>() : await input.find(searchedValues);
  const foundIds = [...found.values()].flatMap((records) => records.map(({ id }) => id));
  const [owners, byMatch] = await ctx.db.asClient(
    clientId,
    async (tx) =>
      [
        await readLinked(tx, input, [...foundIds, ...byKey.values(), ...input.existing.values()]),
        await readLinksByMatch(tx, input, [...new Set(matchKeys)]),
      ] as const,
    { readOnly: true },
  );
  // What earlier records of this chunk, or of a run without links, have taken.
  const taken = input.taken ?? new Map<string, string>();
  const isTaken = (name: string, recordId: string): boolean => (taken.get(name) ?? recordId) !== recordId;
  const adopt = (recordId: string, externalId: string, matchKey: string | null, wasCreated: boolean): Place => {
    const owner = owners.get(externalId);
    if ((owner !== undefined && owner !== recordId) || isTaken(`id ${externalId}`, recordId)) {
      return decided(fail('RECORD_TAKEN'));
    }
    taken.set(`id ${externalId}`, recordId);
    if (matchKey !== null) taken.set(`key ${matchKey}`, recordId);
    return { kind: 'linked', externalId, isNewLink: true, wasCreated };
  };
  const placeOf = ({ planned, matchValue }: SourceRecord): Place => {
    const { recordId } = planned;
    const status = statuses.get(recordId);
    if (status?.externalId != null) {
      return { kind: 'linked', externalId: status.externalId, isNewLink: false, wasCreated: false };
    }
    if (planned.isLeaving) return decided(skip('NOT_LINKED'));
    const matchKey = matchValue === null ? null : matchKeyOf(vendor, recordType, matchValue);
    const existing = input.existing.get(recordId);
    if (existing !== undefined) return adopt(recordId, existing, matchKey, false);
    const created = byKey.get(recordId);
    if (created !== undefined) return adopt(recordId, created, matchKey, true);
    if (matchKey === null || matchValue === null) {
      return decided(recordType === 'company' ? fail('NO_DOMAIN') : skip('NO_EMAIL'));
    }
    if (status?.mayCreate === true) return { kind: 'new' };
    const matches = found.get(matchValue) ?? [];
    if (matches.length > 1) return decided({ kind: 'ambiguous', candidates: matches });
    const [match] = matches;
    // Without a key in the CRM, what was not there before our create is taken for it.
    const isOwn = keyField === null && intents.get(recordId)?.action === 'create';
    if (match !== undefined) return adopt(recordId, match.id, matchKey, isOwn);
    if (byMatch.has(matchKey) || isTaken(`key ${matchKey}`, recordId)) return decided(fail('RECORD_TAKEN'));
    if (!input.mayCreate) return decided(skip('UPDATE_ONLY'));
    taken.set(`key ${matchKey}`, recordId);
    return { kind: 'new' };
  };
  return new Map(sources.map((source) => [source.planned.recordId, placeOf(source)]));
}
