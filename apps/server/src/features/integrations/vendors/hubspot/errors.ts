import { z } from 'zod';
import { answerReader } from '../answer-reader.ts';
import type { Refusal, WriteOutcome } from '../vendor.ts';

/** Codes that mean the same to people, by the one of the error catalogue. */
const SAME: Readonly<Record<string, string>> = {
  INVALID_LONG: 'INVALID_INTEGER',
  INVALID_FLOAT: 'INVALID_INTEGER',
  INVALID_NUMBER: 'INVALID_INTEGER',
  CONTACT_EXISTS: 'CONFLICT',
  CONFLICTING_UNIQUE_VALUE: 'CONFLICT',
  RESOURCE_NOT_FOUND: 'OBJECT_NOT_FOUND',
};

const text = z.string().nullish().catch(null);
const texts = z.record(z.string(), z.unknown()).nullish().catch(null);
const details = z
  .array(z.looseObject({ code: text, message: text, error: text, name: text, context: texts }))
  .nullish()
  .catch(null);
/** Every key is optional, since HubSpot promises none. */
const problem = z.looseObject({
  status: z.union([z.string(), z.number()]).nullish().catch(null),
  category: text,
  message: text,
  context: texts,
  errors: details,
});

export interface HubspotProblem {
  readonly refusal: Refusal;
  /** The record that already has the unique value. */
  readonly existingId: string | null;
  /** What of the request it is about, if it says: trace ids and record ids. */
  readonly traceIds: readonly string[];
  readonly recordIds: readonly string[];
}

/** Reads an error of a whole call or of one record. */
export function readProblem(body: unknown): HubspotProblem {
  const read = problem.safeParse(body);
  if (!read.success) {
    return {
      refusal: { code: 'FAILED', field: null, message: String(body) },
      existingId: null,
      traceIds: [],
      recordIds: [],
    };
  }
  const { category, message, context, errors } = read.data;
  const [detail] = [...invalidValues(message ?? ''), ...(errors ?? [])];
  const whole = message ?? '';
  const code = detail?.error ?? detail?.code ?? category ?? 'FAILED';
  return {
    refusal: {
      code: SAME[code] ?? code,
      field: detail?.name ?? listOf(detail?.context?.propertyName)[0] ?? quotedProperty(whole),
      message: withScopes(detail?.message ?? whole, listOf(detail?.context?.requiredGranularScopes)),
    },
    existingId: /existing id:\s*(\d+)/i.exec(whole)?.[1] ?? null,
    traceIds: listOf(context?.objectWriteTraceId),
    recordIds: listOf(context?.ids ?? context?.id),
  };
}

export function outcomeOf({ refusal, existingId }: HubspotProblem): WriteOutcome {
  if (existingId !== null && refusal.code === 'CONFLICT') return { kind: 'exists', id: existingId };
  return {
    kind: 'refused',
    refusal,
    mayRetry: ['INTERNAL_ERROR', 'RATE_LIMIT', 'RATE_LIMITS'].includes(refusal.code),
    isGone: refusal.code === 'OBJECT_NOT_FOUND',
  };
}

/** The reasons that stand as JSON inside the message: `Property values were not valid: [{…}]`. */
function invalidValues(message: string): z.output<typeof details> & object {
  const json = message.slice(message.indexOf('['), message.lastIndexOf(']') + 1);
  if (json === '') return [];
  try {
    return details.parse(JSON.parse(json)) ?? [];
  } catch {
    return [];
  }
}

/** "One or more of the following scopes are required.": they stand beside the text. */
const withScopes = (message: string, scopes: readonly string[]): string =>
  scopes.length === 0 ? message : `${message.replace(/\.$/, '')}: ${scopes.join(', ')}`;

const quotedProperty = (message: string) => /property "?([a-z][a-z0-9_]*)"? does not exist/i.exec(message)?.[1] ?? null;

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String);

export const readAnswer = answerReader('HubSpot', ({ body }) => readProblem(body).refusal);
