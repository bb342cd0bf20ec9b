import type { LiteralType } from './literal-type.ts';
import { parseType, typeName } from './literal-type.ts';
import type { CheckedValue } from './literal-value.ts';
import { checkValue } from './literal-value.ts';
import type { Identifier, Param } from './sql.ts';

/**
 * The only place where a value becomes SQL text. Every literal has exactly the parameter's type, like a bound parameter,
 * and is a constant to the engine, so primary keys and skip indexes still apply.
 */

/**
 * Renders a parameter as a literal of its exact type.
 * @throws TypeError for a value that the type cannot hold, or a type without a literal form.
 */
export function literal(param: Param): string {
  const type = parseType(param.type);
  return typedLiteral(type, checkValue(type, param.value));
}

/** A value that the ClickHouse client escapes and sends. */
export type BoundValue = string | number | bigint | boolean | null | readonly BoundValue[];

/**
 * The parameter as the ClickHouse client binds it; undefined for tuples, which it cannot bind.
 * @throws TypeError as `literal` does.
 */
export function boundValue(param: Param): { type: string; value: BoundValue } | undefined {
  const type = parseType(param.type);
  const value = toBound(type, checkValue(type, param.value));
  return value === undefined ? undefined : { type: typeName(type), value };
}

function toBound(type: LiteralType, value: CheckedValue): BoundValue | undefined {
  if (value.kind === 'null') return null;
  if (value.kind === 'text') return value.text;
  switch (type.kind) {
    case 'nullable':
      return toBound(type.inner, value);
    case 'array': {
      if (value.kind !== 'list') return undefined;
      const items: BoundValue[] = [];
      for (const item of value.items) {
        const bound = toBound(type.inner, item);
        if (bound === undefined) return undefined;
        items.push(bound);
      }
      return items;
    }
    case 'integer':
      return value.kind === 'bare' ? BigInt(value.text) : undefined;
    case 'float':
      return value.kind === 'bare' ? Number(value.text) : undefined;
    case 'bool':
      return value.kind === 'bare' ? value.text === 'true' : undefined;
    default:
      return undefined;
  }
}

/**
 * Quotes an identifier path with backticks.
 * @throws TypeError for an empty part or one with a NUL character or a lone surrogate.
 */
export function quoteIdentifier(identifier: Identifier): string {
  if (identifier.parts.length === 0) throw new TypeError('An identifier needs at least one part');
  return identifier.parts.map(quotePart).join('.');
}

function quotePart(part: string): string {
  if (part === '' || part.includes('\0') || !part.isWellFormed()) {
    throw new TypeError(`Not an identifier: ${JSON.stringify(part)}`);
  }
  return `\`${part.replace(/[\\`]/g, '\\$&')}\``;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const NEEDS_ESCAPE = /[\\'\0\n\r\t]/;

/** Quotes a string. A raw NUL would end the statement in the C library, so it is escaped too. */
function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `'${text.replace(/[\\'\0\n\r\t]/g, (char) => ESCAPES[char] ?? char)}'` : `'${text}'`;
}

function typedLiteral(type: LiteralType, value: CheckedValue): string {
  if (value.kind === 'null') return `CAST(NULL AS ${typeName(type)})`;
  switch (type.kind) {
    case 'string':
    case 'bool':
      return untypedLiteral(type, value);
    case 'float':
      return type.bits === 64 ? untypedLiteral(type, value) : `toFloat32(${untypedLiteral(type, value)})`;
    case 'integer':
      return `to${typeName(type)}(${type.bits <= 64 && value.kind === 'bare' ? value.text : untypedLiteral(type, value)})`;
    case 'date':
      return `to${typeName(type)}(${untypedLiteral(type, value)})`;
    case 'dateTime':
      return `toDateTime(${untypedLiteral(type, value)}, 'UTC')`;
    case 'dateTime64':
      return `toDateTime64(${untypedLiteral(type, value)}, ${type.scale}, 'UTC')`;
    case 'uuid':
      return `toUUID(${untypedLiteral(type, value)})`;
    case 'array':
      if (type.inner.kind === 'string' && value.kind === 'list' && value.items.length > 0)
        return untypedLiteral(type, value);
      return `CAST(${untypedLiteral(type, value)} AS ${typeName(type)})`;
    case 'fixedString':
    case 'decimal':
    case 'nullable':
    case 'tuple':
      return `CAST(${untypedLiteral(type, value)} AS ${typeName(type)})`;
  }
}

/** The literal without its type, for use inside a CAST, an array or a tuple. */
function untypedLiteral(type: LiteralType, value: CheckedValue): string {
  if (type.kind === 'nullable') return untypedLiteral(type.inner, value);
  switch (value.kind) {
    case 'null':
      return 'NULL';
    case 'text':
      return quote(value.text);
    case 'bare':
      return needsQuotes(type) ? `'${value.text}'` : value.text;
    case 'list':
      return listText(type, value.items);
  }
}

/** Unquoted, numbers beyond 64 bits become Float64, and lists of mixed signs have no common type. */
function needsQuotes(type: LiteralType): boolean {
  return type.kind === 'integer' && (type.bits > 64 || (type.bits === 64 && type.signed));
}

function listText(type: LiteralType, items: readonly CheckedValue[]): string {
  if (type.kind === 'array') return `[${items.map((item) => untypedLiteral(type.inner, item)).join(', ')}]`;
  if (type.kind !== 'tuple') throw new TypeError(`A list cannot be a ${typeName(type)}`);
  const texts = items.map((item, at) => untypedLiteral(type.items[at] ?? type, item));
  return texts.length === 1 ? `tuple(${texts.join('')})` : `(${texts.join(', ')})`;
}
