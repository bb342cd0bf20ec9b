/** A ClickHouse type, parsed as far as literals need it. */
export type LiteralType =
  | { readonly kind: 'string' }
  | { readonly kind: 'fixedString'; readonly bytes: number }
  | { readonly kind: 'integer'; readonly signed: boolean; readonly bits: number }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'date'; readonly wide: boolean }
  | { readonly kind: 'dateTime' }
  | { readonly kind: 'dateTime64'; readonly scale: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'nullable'; readonly inner: LiteralType }
  | { readonly kind: 'array'; readonly inner: LiteralType }
  | { readonly kind: 'tuple'; readonly items: readonly LiteralType[] };

const DECIMAL_PRECISION: Readonly<Record<string, number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};

const cache = new Map<string, LiteralType>();

/**
 * Parses a type name. `LowCardinality(T)` counts as `T`, because a constant has no dictionary. Date-times must name the
 * zone `UTC`, so no literal depends on where the process runs.
 * @throws TypeError for a type that literals do not support.
 */
export function parseType(name: string): LiteralType {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const parsed = parse(name.trim(), name);
  // Type names come from source code and schemas; the bound guards against input that may get here one day.
  if (cache.size > 1000) cache.clear();
  cache.set(name, parsed);
  return parsed;
}

function parse(type: string, whole: string): LiteralType {
  const integer = /^(U?)Int(8|16|32|64|128|256)$/.exec(type);
  if (integer) return { kind: 'integer', signed: integer[1] === '', bits: Number(integer[2]) };
  if (type === 'String') return { kind: 'string' };
  if (type === 'Float64') return { kind: 'float', bits: 64 };
  if (type === 'Float32') return { kind: 'float', bits: 32 };
  if (type === 'Bool') return { kind: 'bool' };
  if (type === 'Date') return { kind: 'date', wide: false };
  if (type === 'Date32') return { kind: 'date', wide: true };
  if (type === 'UUID') return { kind: 'uuid' };
  const call = /^([A-Za-z0-9]+)\((.*)\)$/s.exec(type);
  if (call) {
    const parsed = parseCall(call[1] ?? '', splitArguments(call[2] ?? ''), whole);
    if (parsed !== undefined) return parsed;
  }
  throw new TypeError(`No literal form for ClickHouse type ${JSON.stringify(whole)}`);
}

function parseCall(outer: string, args: readonly string[], whole: string): LiteralType | undefined {
  const [first = '', second = ''] = args;
  const one = args.length === 1;
  if (outer === 'Array' && one) return { kind: 'array', inner: parse(first, whole) };
  if (outer === 'Nullable' && one) return { kind: 'nullable', inner: parse(first, whole) };
  if (outer === 'LowCardinality' && one) return parse(first, whole);
  if (outer === 'Tuple' && args.length > 0) return { kind: 'tuple', items: args.map((item) => parse(item, whole)) };
  if (outer === 'FixedString' && one && /^[1-9]\d{0,4}$/.test(first)) {
    return { kind: 'fixedString', bytes: Number(first) };
  }
  if (outer === 'DateTime' && one && first === "'UTC'") return { kind: 'dateTime' };
  if (outer === 'DateTime64' && args.length === 2 && /^\d$/.test(first) && second === "'UTC'") {
    return { kind: 'dateTime64', scale: Number(first) };
  }
  if (outer === 'Decimal' && args.length === 2 && /^\d+$/.test(first) && /^\d+$/.test(second)) {
    return { kind: 'decimal', precision: Number(first), scale: Number(second) };
  }
  const precision = DECIMAL_PRECISION[outer];
  if (precision !== undefined && one && /^\d+$/.test(first)) {
    return { kind: 'decimal', precision, scale: Number(first) };
  }
  return undefined;
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

/** The type's canonical name, for `CAST(… AS …)` and `{name:Type}`. */
export function typeName(type: LiteralType): string {
  switch (type.kind) {
    case 'string':
      return 'String';
    case 'fixedString':
      return `FixedString(${type.bytes})`;
    case 'integer':
      return `${type.signed ? '' : 'U'}Int${type.bits}`;
    case 'float':
      return `Float${type.bits}`;
    case 'decimal':
      return `Decimal(${type.precision}, ${type.scale})`;
    case 'bool':
      return 'Bool';
    case 'date':
      return type.wide ? 'Date32' : 'Date';
    case 'dateTime':
      return "DateTime('UTC')";
    case 'dateTime64':
      return `DateTime64(${type.scale}, 'UTC')`;
    case 'uuid':
      return 'UUID';
    case 'nullable':
      return `Nullable(${typeName(type.inner)})`;
    case 'array':
      return `Array(${typeName(type.inner)})`;
    case 'tuple':
      return `Tuple(${type.items.map(typeName).join(', ')})`;
  }
}
