import {
  type CompaniesSyncMode,
  type ContactsSyncMode,
  type Integration,
  MASKED,
  WEBHOOK_BATCH_MAX,
  webhookCredentials,
} from '@quarry/contracts';

/** A header in the form, whose key outlives renaming it. */
export interface HeaderDraft {
  readonly key: string;
  readonly header: string;
  readonly value: string;
}

/** The settings of a connector while they are edited. */
export interface ConnectorDraft {
  readonly companiesSyncMode: CompaniesSyncMode;
  readonly contactsSyncMode: ContactsSyncMode;
  readonly enableAutoSync: boolean;
  readonly syncSegmentRecordsOnly: boolean;
  readonly segmentIds: readonly string[];
  readonly importFieldsEnabled: boolean;
  /** The CRM's names of the fields to import. */
  readonly importFields: readonly string[];
  readonly autoImportRecordSince: string | null;
  readonly accountUrl: string;
  readonly contactsUrl: string;
  readonly batchSize: number | null;
  readonly headers: readonly HeaderDraft[];
  /** MASKED while the stored one is kept; null for none. */
  readonly hmacSecret: string | null;
}

/** What the form of a connector starts with; undefined for one that does not exist yet. */
export function draftOf(integration: Integration | undefined): ConnectorDraft {
  const credentials = integration?.credentials ?? null;
  return {
    companiesSyncMode: integration?.companiesSyncMode ?? 'CREATE_AND_UPDATE',
    contactsSyncMode: integration?.contactsSyncMode ?? 'CREATE_AND_UPDATE',
    enableAutoSync: integration?.enableAutoSync ?? false,
    syncSegmentRecordsOnly: integration?.syncSegmentRecordsOnly ?? false,
    segmentIds: integration?.segmentIds ?? [],
    importFieldsEnabled: integration?.importFieldsEnabled ?? false,
    importFields: integration?.importFieldMappingSettings.companies.map(({ externalCrmName }) => externalCrmName) ?? [],
    autoImportRecordSince: integration?.autoImportRecordSince ?? null,
    accountUrl: credentials?.accountUrl ?? '',
    contactsUrl: credentials?.contactsUrl ?? '',
    batchSize: credentials?.webhookBatchSize ?? null,
    headers: credentials?.headers.map(({ header, value }, at) => ({ key: `saved-${at}`, header, value })) ?? [],
    hmacSecret: credentials?.hmacSecret ?? null,
  };
}

export function isSameDraft(one: ConnectorDraft, other: ConnectorDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The settings as the API takes them. */
export function settingsOf(draft: ConnectorDraft) {
  return {
    companiesSyncMode: draft.companiesSyncMode,
    contactsSyncMode: draft.contactsSyncMode,
    enableAutoSync: draft.enableAutoSync,
    syncSegmentRecordsOnly: draft.syncSegmentRecordsOnly,
    segmentIds: [...draft.segmentIds],
    importFieldsEnabled: draft.importFieldsEnabled,
    importFieldMappingSettings: {
      companies: draft.importFields.map((externalCrmName) => ({ externalCrmName })),
    },
    autoImportRecordSince: draft.autoImportRecordSince,
  };
}

/** Addresses and headers as the API takes them. Rows without a name and value are left out. */
export function credentialsOf(draft: ConnectorDraft) {
  return {
    accountUrl: draft.accountUrl.trim(),
    contactsUrl: draft.contactsUrl.trim() === '' ? null : draft.contactsUrl.trim(),
    webhookBatchSize: draft.batchSize,
    headers: draft.headers
      .filter(({ header, value }) => header.trim() !== '' || value !== '')
      .map(({ header, value }) => ({ header: header.trim(), value })),
    hmacSecret: draft.hmacSecret === '' ? null : draft.hmacSecret,
  };
}

/** What is wrong in the form of a webhook, by field; headers by their key. */
export interface WebhookProblems {
  readonly accountUrl: string | null;
  readonly contactsUrl: string | null;
  readonly batchSize: string | null;
  readonly headers: ReadonlyMap<string, string>;
}

const { accountUrl: urlShape, headers: headersShape } = webhookCredentials.shape;

export function webhookProblems(draft: ConnectorDraft): WebhookProblems {
  const { batchSize } = draft;
  const isBatchWrong = batchSize !== null && (batchSize < 1 || batchSize > WEBHOOK_BATCH_MAX);
  const headers = new Map<string, string>();
  for (const { key, header, value } of draft.headers) {
    if (header.trim() === '' && value === '') continue;
    const parsed = headersShape.safeParse([{ header, value }]);
    if (parsed.success) continue;
    const isUnnamed = header.trim() === '';
    headers.set(key, isUnnamed ? 'Name this header' : (parsed.error.issues[0]?.message ?? 'This header is not valid'));
  }
  return {
    accountUrl: draft.accountUrl.trim() === '' ? 'Enter the address for companies' : urlProblem(draft.accountUrl),
    contactsUrl: draft.contactsUrl.trim() === '' ? null : urlProblem(draft.contactsUrl),
    batchSize: isBatchWrong ? `Value must be between 1 and ${WEBHOOK_BATCH_MAX}` : null,
    headers,
  };
}

/** The first problem of the form; null if it can be saved. */
export function firstProblem({ accountUrl, contactsUrl, batchSize, headers }: WebhookProblems): string | null {
  return accountUrl ?? contactsUrl ?? batchSize ?? [...headers.values()][0] ?? null;
}

function urlProblem(url: string): string | null {
  const parsed = urlShape.safeParse(url);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'This is not a web address');
}

export const isMasked = (value: string | null): boolean => value === MASKED;
