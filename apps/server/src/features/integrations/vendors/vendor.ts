import type { CrmType, ExternalField, MatchCandidate, RecordType } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';

/**
 * One interface for every CRM. A vendor's folder only speaks its API: it builds requests and reads answers. Limits,
 * retries, refreshing tokens, journals and counting are the caller's, once for all (`VendorApi`).
 */
export interface Vendor {
  readonly type: CrmType;
  /** As people know it: Salesforce, HubSpot, Pipedrive. */
  readonly label: string;
  /** The scopes that a connection needs. */
  readonly scopes: readonly string[];
  readonly signIn: VendorSignIn;
  /** How companies are matched: by the whole host, or by the registrable domain. */
  readonly matchesDomain: 'HOST' | 'ROOT';
  /** Records per call. */
  readonly batchSizes: { readonly read: number; readonly create: number; readonly update: number };
  /** Calls with records that may run at the same time. */
  readonly parallelCalls: Readonly<Record<RecordType, number>>;
  /** How long `find` may miss a record that was just written. */
  readonly findLagMs: number;
  /** Requests and tokens that may leave; learnt from answers by `judge`. */
  readonly limits: readonly VendorLimit[];
  /** Reads what an answer means for the caller, before its content is read. */
  judge(answer: VendorAnswer, account: ExternalAccount): Verdict;

  /** The connected account: its name, and what addresses of records need. No secrets. */
  readAccount(api: VendorApi): Promise<ExternalAccount>;
  describe(api: VendorApi, recordType: RecordType): Promise<readonly DescribedField[]>;
  /** The types in which people can have fields created. */
  readonly newFieldTypes: readonly NewFieldType[];
  /** The CRM's type of a new field that fits a data point best. */
  newFieldType(
    type: FieldType,
    facts: { longest: number; distinct: number; isWhole: boolean; decimals: number },
  ): string;
  /** Creates a field, or returns the one of this name and type. Throws a `VendorRefusal`. */
  createField(api: VendorApi, recordType: RecordType, field: NewField): Promise<{ externalName: string }>;
  /** Adds values to a picklist, or makes a text field longer; null where the API cannot. */
  readonly changeField: ChangeField | null;
  /** Creates the field for our own key if it is missing. Returns its name, or null if the CRM refuses it. */
  ensureKeyField(api: VendorApi, recordType: RecordType): Promise<string | null>;

  /** Finds live records by domain (companies) or e-mail (contacts); several per value are possible. */
  find(
    api: VendorApi,
    recordType: RecordType,
    values: readonly string[],
    hint: FindHint,
  ): Promise<ReadonlyMap<string, readonly FoundRecord[]>>;
  /** Finds records by our own key, for outcomes that are unknown. */
  findByKey(
    api: VendorApi,
    recordType: RecordType,
    keys: readonly string[],
    since: Date,
  ): Promise<ReadonlyMap<string, string>>;
  /** Reads records by id: null for those that are gone; `id` differs from the asked one if it was merged into another. */
  read(
    api: VendorApi,
    recordType: RecordType,
    ids: readonly string[],
    fields: readonly string[],
  ): Promise<ReadonlyMap<string, ExternalRecord | null>>;
  /** The values by which the CRM names and finds a new record, which it gets even if they are not mapped. */
  identify(record: RecordIdentity): Readonly<Record<string, unknown>>;
  /**
   * Creates records, by upsert on the key where the CRM can. One outcome per item, in order. Throws `BatchRefused` if the
   * CRM refuses all of them because of what some contain.
   */
  create(api: VendorApi, recordType: RecordType, items: readonly NewRecord[]): Promise<readonly WriteOutcome[]>;
  /** Updates records by the CRM's id, `null` clears a value. One outcome per item, in order. Throws `BatchRefused`. */
  update(api: VendorApi, recordType: RecordType, items: readonly ChangedRecord[]): Promise<readonly WriteOutcome[]>;
  /** Attaches contacts to companies where `create` and `update` do not. One outcome per pair, in order. */
  associate(
    api: VendorApi,
    pairs: readonly { contactId: string; companyId: string }[],
  ): Promise<readonly WriteOutcome[]>;
  /** Moves records to the CRM's bin. */
  archive(api: VendorApi, recordType: RecordType, ids: readonly string[]): Promise<readonly WriteOutcome[]>;
  /** The main facts of records, for choosing among them. */
  readCandidates(api: VendorApi, recordType: RecordType, ids: readonly string[]): Promise<readonly MatchCandidate[]>;
  /** Every record changed (or, with `null`, every one there is), page by page; `created` says when it was created. */
  changedSince(
    api: VendorApi,
    recordType: RecordType,
    since: Date | null,
    fields: readonly string[],
  ): AsyncIterable<readonly ExternalRecord[]>;

  /** Converts a value of the dataset for a field of the CRM, or says by a suffix of the error catalogue why it can't. */
  toExternal(value: DatasetValue, type: FieldType, field: DescribedField, account: ExternalAccount): Converted;
  /** Converts a value of the CRM to a value of the dataset. */
  toDataset(value: unknown, field: DescribedField): DatasetValue;
  /** True if two values of a field are the same in the CRM, whatever their form. */
  isSameValue(a: unknown, b: unknown, field: DescribedField): boolean;
  /**
   * The calls that a plan takes, for dry runs. It counts records; `scans` are those that are read one after another to
   * find matches.
   */
  estimateCalls(plan: { scans: number; reads: number; creates: number; updates: number; associations: number }): {
    calls: number;
    tokens: number;
    seconds: number;
  };
  /** What is known of the daily allowance; null if the CRM can't tell. */
  readAllowance(api: VendorApi): Promise<{ daily: number; remaining: number } | null>;
  recordUrl(account: ExternalAccount, recordType: RecordType, id: string): string;
}

export interface VendorSignIn {
  authorizeUrl(call: { redirectUri: string; state: string; codeChallenge: string; isSandbox: boolean }): string;
  /** The request that gives tokens for a code or a refresh token. */
  tokenRequest(
    grant:
      | { kind: 'code'; code: string; redirectUri: string; codeVerifier: string; isSandbox: boolean }
      | { kind: 'refresh'; refreshToken: string; isSandbox: boolean },
  ): { url: string; headers: Readonly<Record<string, string>>; form: Readonly<Record<string, string>> };
  /** Reads the answer. Throws if it lacks a token, or names an API address outside the vendor's domain. */
  readTokens(body: unknown): Tokens;
  /** True if the answer says that the refresh token is dead, so that somebody must connect again. */
  isDeadToken(status: number, body: unknown): boolean;
}

export interface Tokens {
  readonly accessToken: string;
  /** Null if the one from before stays valid. */
  readonly refreshToken: string | null;
  /** Null if the CRM doesn't say. */
  readonly expiresInSeconds: number | null;
  /** Null if the CRM doesn't say. */
  readonly scopes: readonly string[] | null;
  /** Where the API of this account is. */
  readonly apiUrl: string;
}

/** Facts of the connected account that are no secrets. */
export interface ExternalAccount {
  /** Tells it from every other account of the CRM, such as HubSpot's portal id or Salesforce's organization id. */
  readonly id: string;
  readonly name: string | null;
  readonly apiUrl: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the account's API address, or a whole address that an answer gave. */
  readonly path: string;
  readonly body?: unknown;
  /** The limit of `Vendor.limits` that it counts against, beside those for every request. */
  readonly lane?: string;
  /** What it takes of a token budget. */
  readonly cost?: number;
  /**
   * `read`, and `write` by id or key, may be sent again. After a lost answer to `create`, the API throws
   * `OutcomeUnknown` instead.
   */
  readonly kind: 'read' | 'write' | 'create';
}

export interface VendorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or text if it isn't JSON. */
  readonly body: unknown;
}

/** Sends requests for one connected account, within its limits. Answers are those that `judge` calls readable. */
export interface VendorApi {
  readonly account: ExternalAccount;
  readonly signal: AbortSignal;
  send(request: VendorRequest): Promise<VendorAnswer>;
}

/** A number of requests or tokens per time, over the whole account. */
export interface VendorLimit {
  readonly lane: string;
  /** False: only for requests that name the lane. */
  readonly isForAll: boolean;
  readonly windowMs: number;
  readonly max: number;
  /** Counted in tokens (`cost`) rather than requests. */
  readonly inTokens: boolean;
}

export type Verdict =
  /** Success, or a refusal of single records that the vendor reads itself; also 404 of a single record. */
  | { readonly kind: 'READ'; readonly learnt?: LimitNews }
  /** Too fast: not applied. */
  | { readonly kind: 'SLOW_DOWN'; readonly waitMs: number; readonly learnt?: LimitNews }
  /** The day's allowance is spent: not applied. */
  | { readonly kind: 'DAY_SPENT'; readonly until: Date }
  | { readonly kind: 'SIGN_IN_AGAIN' }
  /** The whole call is forbidden: by permission, scope or plan. */
  | { readonly kind: 'FORBIDDEN'; readonly refusal: Refusal }
  /** A 5xx, or a lock of the account. `mayBeApplied`: a create must be looked for before it is sent again. */
  | { readonly kind: 'UNAVAILABLE'; readonly waitMs: number | null; readonly mayBeApplied: boolean };

/** What an answer says about a limit. */
export interface LimitNews {
  readonly lane: string;
  readonly max?: number;
  readonly remaining?: number;
  readonly daily?: { readonly max: number; readonly remaining: number };
}

/** Why the CRM refused: the suffix of the error catalogue, the field by the CRM's name, and what the CRM said. */
export interface Refusal {
  readonly code: string;
  readonly field: string | null;
  readonly message: string;
}

/** Thrown when a whole call is refused, not a record. */
export class VendorRefusal extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'VendorRefusal';
    this.refusal = refusal;
  }
}

/** Thrown when a call for several records is refused as a whole, so that the caller tries with fewer. */
export class BatchRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'BatchRefused';
    this.refusal = refusal;
  }
}

/** Thrown when the answer to a create was lost, so that it may have been applied. */
export class OutcomeUnknown extends Error {}

/** Thrown when the CRM did not answer a read or a repeatable write, or answered with errors, at all tries. */
export class VendorUnavailable extends Error {}

export type WriteOutcome =
  | { readonly kind: 'done'; readonly id: string; readonly created: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly mayRetry: boolean; readonly isGone: boolean }
  /** The record exists already under this id: link to it and update it. */
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'unknown' };

export interface DescribedField extends ExternalField {
  readonly maxLength: number | null;
  /** Null unless it is a picklist. */
  readonly options: readonly { readonly label: string; readonly value: string }[] | null;
  readonly isRestricted: boolean;
  readonly isRequired: boolean;
  readonly digits: { readonly precision: number; readonly scale: number } | null;
  /** True for text, numbers and whatever else several records may not share. */
  readonly isUnique: boolean;
}

export interface NewFieldType {
  /** The CRM's own name of the type. */
  readonly type: string;
  readonly label: string;
  /** The types of data points for which it can be chosen. */
  readonly takes: readonly FieldType[];
  /** A field of it has values to choose from. */
  readonly hasOptions?: true;
}

export interface NewField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** The CRM's type, one that `newFieldType` or `newFieldTypes` name. */
  readonly type: string;
  readonly options: readonly string[] | null;
}

export type ChangeField = (
  api: VendorApi,
  recordType: RecordType,
  field: DescribedField,
  change: { readonly kind: 'addOptions'; readonly options: readonly string[] } | { readonly kind: 'lengthen' },
) => Promise<void>;

/** `isMany`: more than single look-ups are worth, so the vendor reads all records instead. */
export interface FindHint {
  readonly isMany: boolean;
  /** Fields that hold a domain beside the CRM's own. */
  readonly domainField: string | null;
}

export interface FoundRecord {
  readonly id: string;
  readonly name: string | null;
  readonly lastModifiedAt: string | null;
}

export interface ExternalRecord {
  readonly id: string;
  readonly createdAt: string | null;
  readonly lastModifiedAt: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

export type RecordIdentity =
  | { readonly recordType: 'company'; readonly name: string; readonly domain: string }
  | {
      readonly recordType: 'contact';
      readonly firstName: string;
      readonly lastName: string;
      readonly email: string;
    };

export interface NewRecord {
  /** Ours; null if the CRM has no field for it. */
  readonly key: string | null;
  readonly keyField: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Of a contact, the CRM's id of its company. */
  readonly companyId: string | null;
}

export interface ChangedRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export type DatasetValue = string | number | boolean | readonly string[] | null;

export type Converted =
  /** `undefined` leaves the field alone; null clears it in the CRM's own way. */
  { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'refused'; readonly code: string };
