import { INTEGRATION_TYPES, type IntegrationType, RECORD_TYPES, type RecordType } from '@quarry/contracts';
import { pageOf } from '../../lib/list-search.ts';
import { textOf } from '../../lib/search-text.ts';

/** The state of the connector logs in the address. */
export interface LogsSearch {
  readonly connector?: IntegrationType | undefined;
  /** Page of jobs, 1-based. */
  readonly page?: number | undefined;
  /** Page of errors, 1-based. */
  readonly errorsPage?: number | undefined;
  /** The id of the open job. */
  readonly job?: string | undefined;
  /** The open kind of error, as `writeError` names it. */
  readonly error?: string | undefined;
  /** The connector and record type whose ambiguous records are open, as `writeMatches` names them. */
  readonly matches?: string | undefined;
  /** The id of the open delivery. */
  readonly delivery?: string | undefined;
}

const TEXT_MAX = 600;

/** Parses the query of an address, dropping invalid values. */
export function logsSearch(query: Record<string, unknown>): LogsSearch {
  const connector = INTEGRATION_TYPES.find((type) => type === textOf(query.connector)?.toUpperCase());
  const { page: errorsPage } = pageOf({ page: query.errorsPage });
  const text = (value: unknown) => textOf(value)?.slice(0, TEXT_MAX) || undefined;
  const [job, error, matches, delivery] = [query.job, query.error, query.matches, query.delivery].map(text);
  return {
    ...(connector === undefined ? {} : { connector }),
    ...pageOf(query),
    ...(errorsPage === undefined ? {} : { errorsPage }),
    ...(job === undefined ? {} : { job }),
    ...(error === undefined || readError(error) === null ? {} : { error }),
    ...(matches === undefined || readMatches(matches) === null ? {} : { matches }),
    ...(delivery === undefined ? {} : { delivery }),
  };
}

/** What identifies a kind of error. */
export interface ErrorKey {
  readonly integrationType: IntegrationType;
  readonly recordType: RecordType;
  readonly errorCode: string;
  /** Null for errors without a field. */
  readonly field: string | null;
}

export function writeError({ integrationType, recordType, errorCode, field }: ErrorKey): string {
  return [integrationType, recordType, errorCode, ...(field === null ? [] : [field])].join('~');
}

export function readError(text: string): ErrorKey | null {
  const [type, record, errorCode, ...field] = text.split('~');
  const integrationType = INTEGRATION_TYPES.find((known) => known === type);
  const recordType = RECORD_TYPES.find((known) => known === record);
  if (integrationType === undefined || recordType === undefined || !errorCode) return null;
  return { integrationType, recordType, errorCode, field: field.length === 0 ? null : field.join('~') };
}

export function writeMatches(integrationType: IntegrationType, recordType: RecordType): string {
  return `${integrationType}~${recordType}`;
}

export function readMatches(text: string): { integrationType: IntegrationType; recordType: RecordType } | null {
  const [type, record] = text.split('~');
  const integrationType = INTEGRATION_TYPES.find((known) => known === type);
  const recordType = RECORD_TYPES.find((known) => known === record);
  return integrationType === undefined || recordType === undefined ? null : { integrationType, recordType };
}
