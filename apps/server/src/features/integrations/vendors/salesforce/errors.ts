import { z } from 'zod';
import { answerReader } from '../answer-reader.ts';
import type { Refusal, WriteOutcome } from '../vendor.ts';

const SAME: Readonly<Record<string, string>> = { INSUFFICIENT_ACCESS: 'INSUFFICIENT_ACCESS_OR_READONLY' };

/** Calls name the code `errorCode`, single records `statusCode`. */
const problem = z.looseObject({
  errorCode: z.string().nullish().catch(null),
  statusCode: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
  fields: z.array(z.string()).nullish().catch(null),
});

/** Reads the first of a list of errors. */
export function readRefusal(errors: unknown): Refusal {
  const [first] = Array.isArray(errors) ? errors : [errors];
  const read = problem.safeParse(first);
  if (!read.success) return { code: 'FAILED', field: null, message: String(first ?? '') };
  const { errorCode, statusCode, message, fields } = read.data;
  const code = errorCode ?? statusCode ?? 'FAILED';
  return { code: SAME[code] ?? code, field: fields?.[0] ?? fieldIn(code, message ?? ''), message: message ?? '' };
}

export const readAnswer = answerReader('Salesforce', ({ body }) => readRefusal(body));

/** Calls that are refused whole name the field in their message only. */
function fieldIn(code: string, message: string): string | null {
  if (code === 'INVALID_FIELD') {
    return /No such column '([^']+)'/i.exec(message)?.[1] ?? /\b([A-Za-z]\w*__c)\b/.exec(message)?.[1] ?? null;
  }
  // "Cannot deserialize instance of double from VALUE_STRING value many or request may be missing a required field at
  // [line:1, column:123]": it names no field.
  return null;
}

const RETRIED = new Set(['UNABLE_TO_LOCK_ROW']);

/** What became of a record that was refused. `keyField` holds our own key. */
export function outcomeOf(errors: unknown, keyField: string | null): WriteOutcome {
  const refusal = readRefusal(errors);
  const holder = /duplicates value on record with id:\s*(\w{15,18})/i.exec(refusal.message)?.[1];
  const isOurKey = keyField !== null && (refusal.field === keyField || refusal.message.includes(keyField));
  if (refusal.code === 'DUPLICATE_VALUE' && holder !== undefined && isOurKey) return { kind: 'exists', id: holder };
  return {
    kind: 'refused',
    refusal,
    mayRetry: RETRIED.has(refusal.code),
    isGone: refusal.code === 'ENTITY_IS_DELETED',
  };
}
