import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { answerReader } from '../answer-reader.ts';
import { plainText } from '../plain-text.ts';
import type { Refusal, VendorAnswer, WriteOutcome } from '../vendor.ts';

const text = z.string().nullish().catch(null);
const problem = z.looseObject({ error: text, error_info: text, message: text, code: text });

const IS_GONE = new Set([404, 410]);

/** Pipedrive gives a status and a text, no code for a field: `Validation failed: custom_fields.<code>: …`. */
export function readRefusal({ status, body }: Pick<VendorAnswer, 'status' | 'body'>): Refusal {
  const read = problem.safeParse(body);
  const said = read.success ? (read.data.error ?? read.data.message ?? '') : plainText(body);
  const message = said === '' ? `It answered with the status ${status}` : said;
  const field =
    /(?:custom_fields\.)?\b([0-9a-f]{40})\b/i.exec(message)?.[1] ?? /failed:\s*([a-z_]+):/i.exec(message)?.[1] ?? null;
  const code = read.success ? (read.data.code ?? '') : '';
  return { code: codeOf(status, `${code} ${message}`, field !== null), field, message };
}

function codeOf(status: number, said: string, namesField: boolean): string {
  if (status === 403 || status === 402) return /feature_capping/i.test(said) ? 'FEATURE_LIMIT' : 'FORBIDDEN';
  if (!namesField) return 'VALIDATION_ERROR';
  if (/option|enum|allowed values/i.test(said)) return 'INVALID_OPTION';
  return /unknown|unrecogni|not exist|not found|not allowed/i.test(said) ? 'FIELD_NOT_FOUND' : 'VALIDATION_ERROR';
}

export const readAnswer = answerReader('Pipedrive', readRefusal);

/** What became of a record that was not written. */
export function outcomeOf(answer: VendorAnswer, recordType: RecordType): WriteOutcome {
  const isGone = IS_GONE.has(answer.status);
  const refusal = readRefusal(answer);
  const code = recordType === 'company' ? 'ORGANIZATION_NOT_FOUND' : 'PERSON_NOT_FOUND';
  return { kind: 'refused', refusal: isGone ? { ...refusal, code } : refusal, mayRetry: false, isGone };
}
