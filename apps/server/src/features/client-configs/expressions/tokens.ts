/** What makes an expression unusable, and where it begins in the text. */
export class ExpressionError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'symbol' | 'end';
  /** A name or symbol as written, the content of a text, the digits of a number. */
  readonly value: string;
  /** A name in double quotes is never a keyword. */
  readonly isQuoted: boolean;
  readonly at: number;
}

const BLANK = /\s+/y;
const NUMBER = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const NAME = /[a-z_][a-z0-9_]*/iy;
const QUOTED_NAME = /"([^"]+)"/y;
// A quote inside a text is written twice, as in SQL. A backslash is a character like any other.
const TEXT = /'((?:[^']|'')*)'/y;
const SYMBOL = /<=|>=|<>|!=|\|\||[-+*/%(),=<>]/y;

/** Splits an expression into tokens. Throws ExpressionError at the first character that none begins with. */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(expression);
  };
  const KINDS = [
    { kind: 'number', pattern: NUMBER, read: ([all]: RegExpExecArray) => all },
    { kind: 'name', pattern: NAME, read: ([all]: RegExpExecArray) => all },
    { kind: 'name', pattern: QUOTED_NAME, read: ([, name]: RegExpExecArray) => name ?? '', isQuoted: true },
    { kind: 'text', pattern: TEXT, read: ([, content]: RegExpExecArray) => (content ?? '').replaceAll("''", "'") },
    { kind: 'symbol', pattern: SYMBOL, read: ([all]: RegExpExecArray) => all },
  ] as const;
  while (at < expression.length) {
    const blank = match(BLANK);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    const start = at;
    for (const known of KINDS) {
      const found = match(known.pattern);
      if (found === null) continue;
      tokens.push({ kind: known.kind, value: known.read(found), isQuoted: 'isQuoted' in known, at });
      at += found[0].length;
      break;
    }
    if (at > start) continue;
    const character = expression.charAt(at);
    throw new ExpressionError(
      character === "'" || character === '"'
        ? `The quote ${character} is not closed`
        : `“${character}” cannot be used here`,
      at,
    );
  }
  tokens.push({ kind: 'end', value: '', isQuoted: false, at });
  return tokens;
}
