import { AppError } from '@quarry/contracts';

/** Bounds the recursion. Criteria have a limit of their own, with an error that says so. */
const MAX_DEPTH = 1_000;
/** More than any form has: checking as many short values as fit into a body would block the event loop. */
const MAX_VALUES = 100_000;

/** True for text that PostgreSQL can store: without NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Refuses input that cannot be stored, and input that is too deep or has too many values to be checked. */
export function assertStorable(input: unknown): void {
  let values = 0;
  const checkText = (text: string): void => {
    if (!isStorable(text)) throw new AppError('BAD_REQUEST', 'The request contains characters that cannot be stored.');
  };
  const check = (value: unknown, depth: number): void => {
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) return;
    if (depth === MAX_DEPTH) throw new AppError('BAD_REQUEST', 'The request is nested too deeply.');
    const isList = Array.isArray(value);
    const inner: readonly unknown[] = isList ? value : Object.values(value);
    values += inner.length;
    if (values > MAX_VALUES) throw new AppError('BAD_REQUEST', 'The request contains too many values.');
    if (!isList) for (const key of Object.keys(value)) checkText(key);
    for (const each of inner) check(each, depth + 1);
  };
  check(input, 0);
}
