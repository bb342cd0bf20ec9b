import { plainText } from '../../../vendors/plain-text.ts';
import { OutsideContract } from '../stand-in.ts';

/** A query in the part of SOQL that the stand-in knows. */
export interface Query {
  readonly fields: readonly string[];
  /** Counted rows per value of a field: `COUNT(Id) contacts … GROUP BY AccountId`. */
  readonly counted: { readonly alias: string; readonly by: string } | null;
  readonly from: string;
  readonly where: Condition | null;
}

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'compare'; readonly field: string; readonly operator: string; readonly value: Literal }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Literal[] };

type Literal = string | number | boolean | null;

const TOKEN =
  /\s*(?:('(?:[^'\\]|\\.)*')|(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?)|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w.]*)|(!=|<=|>=|[=<>(),]))/y;

interface Token {
  readonly kind: 'text' | 'date' | 'number' | 'word' | 'sign';
  readonly text: string;
}

function tokensOf(soql: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const text = soql.trim();
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null)
      throw new OutsideContract(`MALFORMED_QUERY: unexpected token at ${at}: ${text.slice(at, at + 20)}`);
    const [, literal, date, number, word, sign] = match;
    if (literal !== undefined) tokens.push({ kind: 'text', text: unescaped(literal.slice(1, -1)) });
    else if (date !== undefined) tokens.push({ kind: 'date', text: date });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

/** `\%` and `\_` stay, since LIKE reads them. */
const unescaped = (text: string) =>
  text.replace(/\\(.)/g, (both, one: string) =>
    one === 'n' ? '\n' : one === 't' ? '\t' : one === 'r' ? '\r' : one === '%' || one === '_' ? both : one,
  );

export function parseQuery(soql: string): Query {
  const tokens = tokensOf(soql);
  let at = 0;
  const peek = () => tokens[at];
  const isWord = (word: string) => peek()?.kind === 'word' && peek()?.text.toUpperCase() === word;
  const fail = (expected: string): never => {
    throw new OutsideContract(`MALFORMED_QUERY: expected ${expected}, found ${peek()?.text ?? 'the end'} in ${soql}`);
  };
  const take = (expected: string): Token => {
    const token = tokens[at];
    if (token === undefined) return fail(expected);
    at += 1;
    return token;
  };
  const word = (name?: string): string => {
    const token = take(name ?? 'a name');
    if (token.kind !== 'word' || (name !== undefined && token.text.toUpperCase() !== name)) fail(name ?? 'a name');
    return token.text;
  };
  const sign = (text: string): void => {
    if (take(text).text !== text) fail(text);
  };
  const isSign = (text: string) => peek()?.kind === 'sign' && peek()?.text === text;

  const literal = (): Literal => {
    const { kind, text } = take('a value');
    if (kind === 'number') return Number(text);
    if (kind === 'text' || kind === 'date') return text;
    if (kind === 'word' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
    return kind === 'word' && text.toLowerCase() === 'null' ? null : fail('a value');
  };
  const simple = (): Condition => {
    if (isSign('(')) {
      sign('(');
      const inner = either();
      sign(')');
      return inner;
    }
    const field = word();
    if (isWord('IN')) {
      word('IN');
      sign('(');
      const values = [literal()];
      while (isSign(',')) {
        sign(',');
        values.push(literal());
      }
      sign(')');
      return { kind: 'in', field, values };
    }
    const operator = take('an operator').text.toUpperCase();
    if (!['=', '!=', '<', '>', '<=', '>=', 'LIKE'].includes(operator)) fail('an operator');
    return { kind: 'compare', field, operator, value: literal() };
  };
  const joined = (kind: 'and' | 'or', part: () => Condition): Condition => {
    const parts = [part()];
    while (isWord(kind.toUpperCase())) {
      word(kind.toUpperCase());
      parts.push(part());
    }
    const [only, ...others] = parts;
    return only !== undefined && others.length === 0 ? only : { kind, parts };
  };
  const both = () => joined('and', simple);
  const either = (): Condition => joined('or', both);

  word('SELECT');
  const fields: string[] = [];
  let alias: string | null = null;
  for (;;) {
    const name = word();
    if (name.toUpperCase() === 'COUNT') {
      sign('(');
      word();
      sign(')');
      alias = word();
    } else {
      fields.push(name);
    }
    if (!isSign(',')) break;
    sign(',');
  }
  word('FROM');
  const from = word();
  let where: Condition | null = null;
  if (isWord('WHERE')) {
    word('WHERE');
    where = either();
  }
  let by: string | null = null;
  if (isWord('GROUP')) {
    word('GROUP');
    word('BY');
    by = word();
  }
  if (peek() !== undefined) fail('the end');
  return { fields, counted: alias === null || by === null ? null : { alias, by }, from, where };
}

/** Whether a row, by the names of its fields, fulfils a condition. Texts are compared without case. */
export function fulfils(row: (field: string) => unknown, condition: Condition | null): boolean {
  if (condition === null) return true;
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => fulfils(row, part));
    case 'or':
      return condition.parts.some((part) => fulfils(row, part));
    case 'in': {
      const value = folded(row(condition.field));
      return value !== null && setOf(condition).has(value);
    }
    case 'compare':
      return compares(folded(row(condition.field)), condition.operator, folded(condition.value));
  }
}

const sets = new WeakMap<object, Set<unknown>>();
function setOf(condition: { readonly values: readonly Literal[] }): Set<unknown> {
  const set = sets.get(condition) ?? new Set(condition.values.map(folded));
  sets.set(condition, set);
  return set;
}

const patterns = new Map<string, RegExp>();
function like(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  const source = [...pattern.matchAll(/\\([%_])|[%_]|[^%_\\]+|\\/g)]
    .map(([text, escapedSign]) => {
      if (escapedSign !== undefined) return escapedSign;
      return text === '%' ? '.*' : text === '_' ? '.' : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  const made = new RegExp(`^${source}$`, 's');
  patterns.set(pattern, made);
  return made;
}

/** Ids are the same in 15 and 18 characters. */
function folded(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return plainText(value).toLowerCase();
}

function compares(a: string | number | boolean | null, operator: string, b: string | number | boolean | null): boolean {
  switch (operator) {
    case '=':
      return a === b;
    case '!=':
      return a !== b;
    case 'LIKE':
      return typeof a === 'string' && typeof b === 'string' && like(b).test(a);
    default: {
      if (a === null || b === null) return false;
      const [one, other] = [orderOf(a), orderOf(b)];
      if (operator === '<') return one < other;
      if (operator === '>') return one > other;
      return operator === '<=' ? one <= other : one >= other;
    }
  }
}

function orderOf(value: string | number | boolean): number {
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : Date.parse(value);
}
