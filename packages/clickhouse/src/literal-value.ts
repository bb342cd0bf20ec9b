import type { LiteralType } from './literal-type.ts';
import { typeName } from './literal-type.ts';
import type { ParamValue } from './sql.ts';

/** A value checked against its type, as text that is not yet quoted or escaped. */
export type CheckedValue =
  | { readonly kind: 'null' }
  /** Written in quotes: strings, dates, UUIDs, decimals. */
  | { readonly kind: 'text'; readonly text: string }
  /** Written bare: numbers and booleans. */
  | { readonly kind: 'bare'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly CheckedValue[] };

function refuse(type: LiteralType, value: ParamValue): never {
  const json = typeof value === 'bigint' ? `${value}` : JSON.stringify(value, bigintAsText);
  throw new TypeError(`Not a ${typeName(type)}: ${(json ?? String(value)).slice(0, 100)}`);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

/**
 * Checks a value against its type. Lone surrogates, which UTF-8 cannot hold, become U+FFFD; all other characters,
 * including NUL, pass unchanged.
 * @throws TypeError for a value that the type cannot hold exactly (NaN, infinities, out of range, no such day).
 */
export function checkValue(type: LiteralType, value: ParamValue): CheckedValue {
  switch (type.kind) {
    case 'nullable':
      return value === null ? { kind: 'null' } : checkValue(type.inner, value);
    case 'array':
      if (!isList(value)) return refuse(type, value);
      return { kind: 'list', items: value.map((item) => checkValue(type.inner, item)) };
    case 'tuple':
      if (!isList(value) || value.length !== type.items.length) return refuse(type, value);
      return { kind: 'list', items: type.items.map((item, at) => checkValue(item, value[at] ?? null)) };
    case 'string':
      return typeof value === 'string' ? { kind: 'text', text: value.toWellFormed() } : refuse(type, value);
    case 'fixedString':
      if (typeof value !== 'string' || Buffer.byteLength(value) > type.bytes) return refuse(type, value);
      return { kind: 'text', text: value.toWellFormed() };
    case 'integer':
      return { kind: 'bare', text: integerText(type, value) };
    case 'float':
      return { kind: 'bare', text: floatText(type, value) };
    case 'decimal':
      return { kind: 'text', text: decimalText(type, value) };
    case 'bool':
      return typeof value === 'boolean' ? { kind: 'bare', text: String(value) } : refuse(type, value);
    case 'date':
      return { kind: 'text', text: dateText(type, value) };
    case 'dateTime':
    case 'dateTime64':
      return { kind: 'text', text: dateTimeText(type, value) };
    case 'uuid':
      if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) {
        return refuse(type, value);
      }
      return { kind: 'text', text: value.toLowerCase() };
  }
}

function isList(value: ParamValue): value is readonly ParamValue[] {
  return Array.isArray(value);
}

function integerText(type: Extract<LiteralType, { kind: 'integer' }>, value: ParamValue): string {
  let whole: bigint;
  if (typeof value === 'bigint') whole = value;
  else if (typeof value === 'number' && Number.isSafeInteger(value)) whole = BigInt(value);
  else if (typeof value === 'string' && /^-?\d{1,80}$/.test(value)) whole = BigInt(value);
  else return refuse(type, value);
  const bits = BigInt(type.bits);
  const low = type.signed ? -(2n ** (bits - 1n)) : 0n;
  const high = type.signed ? 2n ** (bits - 1n) - 1n : 2n ** bits - 1n;
  return whole < low || whole > high ? refuse(type, value) : `${whole}`;
}

function floatText(type: Extract<LiteralType, { kind: 'float' }>, value: ParamValue): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(type, value);
  if (type.bits === 32 && !Number.isFinite(Math.fround(value))) return refuse(type, value);
  // String(-0) is '0'; the engine treats both zeros as equal.
  const shortest = String(value);
  // Without a point or an exponent the engine would read an integer, whose type depends on its size.
  return /[.e]/.test(shortest) ? shortest : `${shortest}.`;
}

function decimalText(type: Extract<LiteralType, { kind: 'decimal' }>, value: ParamValue): string {
  const written = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  const match = typeof written === 'string' ? /^-?(\d+)(?:\.(\d+))?$/.exec(written) : null;
  if (!match || typeof written !== 'string') return refuse(type, value);
  const whole = (match[1] ?? '').replace(/^0+/, '');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > type.scale || whole.length > type.precision - type.scale) return refuse(type, value);
  return written;
}

const WIDE_YEARS = { from: '1900-01-01', to: '2299-12-31' };
const NARROW_YEARS = { from: '1970-01-01', to: '2149-06-06' };
const SECONDS_YEARS = { from: '1970-01-01', to: '2106-02-06' };

function isRealDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === day;
}

function dateText(type: Extract<LiteralType, { kind: 'date' }>, value: ParamValue): string {
  const range = type.wide ? WIDE_YEARS : NARROW_YEARS;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || !isRealDay(value)) return refuse(type, value);
  // The engine would silently clamp a day outside the range.
  return value < range.from || value > range.to ? refuse(type, value) : value;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(Z?)$/;

function dateTimeText(type: Extract<LiteralType, { kind: 'dateTime' | 'dateTime64' }>, value: ParamValue): string {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  if (!match) return refuse(type, value);
  const [, day = '', hours, minutes, seconds, fraction = ''] = match;
  const range = type.kind === 'dateTime' ? SECONDS_YEARS : WIDE_YEARS;
  if (!isRealDay(day) || day < range.from || day > range.to) return refuse(type, value);
  const time = `${day} ${hours}:${minutes}:${seconds}`;
  const scale = type.kind === 'dateTime' ? 0 : type.scale;
  if (fraction.slice(scale).replace(/0+$/, '') !== '') return refuse(type, value);
  return scale === 0 ? time : `${time}.${fraction.slice(0, scale).padEnd(scale, '0')}`;
}
