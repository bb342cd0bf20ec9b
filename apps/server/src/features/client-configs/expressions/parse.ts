import { ExpressionError, type Token, tokensOf } from './tokens.ts';

/** A scalar expression. Operators are calls of functions with the operator's name. */
export type Node =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly at: number }
  | { readonly kind: 'date'; readonly value: string; readonly at: number }
  | { readonly kind: 'column'; readonly name: string; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[]; readonly at: number };

/** Keeps statements small, and the parser's own stack. */
const MAX_NODES = 300;
const MAX_DEPTH = 40;

const COMPARISONS = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);
const SUMS = new Set(['+', '-', '||']);
const PRODUCTS = new Set(['*', '/', '%']);
const KEYWORDS = new Set(
  'and or not is null in between like ilike case when then else end true false select from where'.split(' '),
);

/** Parses a scalar SQL expression. Throws ExpressionError; statements, subqueries and comments don't parse. */
export function parseExpression(expression: string): Node {
  const parser = new Parser(tokensOf(expression));
  return parser.whole();
}

/** Returns null for an invalid expression, such as one in a draft or from an earlier release. */
function parseIfPossible(expression: string): Node | null {
  try {
    return parseExpression(expression);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** The names of the columns that an expression reads, each once. */
export function columnsOf(expression: string): Set<string> {
  const read = (node: Node): string[] => {
    if (node.kind === 'call') return node.args.flatMap(read);
    return node.kind === 'column' ? [node.name] : [];
  };
  const node = parseIfPossible(expression);
  return new Set(node === null ? [] : read(node));
}

/** Equal for expressions that compute the same from the same columns, whatever these are called. */
export function meaningOf(expression: string, originOf: (column: string) => string): string {
  const told = (node: Node): unknown => {
    if (node.kind === 'call') return [node.name, ...node.args.map(told)];
    return node.kind === 'column' ? { column: originOf(node.name) } : { [node.kind]: node.value };
  };
  const node = parseIfPossible(expression);
  return node === null ? expression : JSON.stringify(told(node));
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #nodes = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Node {
    const node = this.#or();
    const rest = this.#peek();
    if (rest.kind !== 'end') throw unexpected(rest);
    return node;
  }

  #or(): Node {
    // Every nested expression comes through here.
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ExpressionError('The expression is nested too deeply', this.#peek().at);
    let node = this.#and();
    for (let token = this.#word('or'); token !== null; token = this.#word('or'))
      node = this.#call('or', token.at, node, this.#and());
    this.#depth -= 1;
    return node;
  }

  #and(): Node {
    let node = this.#not();
    for (let token = this.#word('and'); token !== null; token = this.#word('and'))
      node = this.#call('and', token.at, node, this.#not());
    return node;
  }

  #not(): Node {
    const nots: Token[] = [];
    for (let token = this.#word('not'); token !== null; token = this.#word('not')) nots.push(token);
    const node = this.#comparison();
    return nots.reduceRight((inner, { at }) => this.#call('not', at, inner), node);
  }

  #comparison(): Node {
    const left = this.#sum();
    const symbol = this.#symbol(COMPARISONS);
    if (symbol !== null) return this.#call(symbol.value === '!=' ? '<>' : symbol.value, symbol.at, left, this.#sum());
    const is = this.#word('is');
    if (is !== null) {
      const isNot = this.#word('not');
      this.#expectWord('null');
      return this.#negated(isNot, this.#call('is null', is.at, left));
    }
    const not = this.#word('not');
    const test = this.#test(left);
    if (test !== null) return this.#negated(not, test);
    if (not !== null) throw unexpected(this.#peek());
    return left;
  }

  #test(left: Node): Node | null {
    const like = this.#word('like') ?? this.#word('ilike');
    if (like !== null) return this.#call(like.value.toLowerCase(), like.at, left, this.#sum());
    const between = this.#word('between');
    if (between !== null) {
      const low = this.#sum();
      this.#expectWord('and');
      return this.#call('between', between.at, left, low, this.#sum());
    }
    const isIn = this.#word('in');
    if (isIn === null) return null;
    this.#expectSymbol('(');
    return this.#call('in', isIn.at, left, ...this.#list());
  }

  #sum(): Node {
    let node = this.#product();
    for (let token = this.#symbol(SUMS); token !== null; token = this.#symbol(SUMS))
      node = this.#call(token.value, token.at, node, this.#product());
    return node;
  }

  #product(): Node {
    let node = this.#sign();
    for (let token = this.#symbol(PRODUCTS); token !== null; token = this.#symbol(PRODUCTS))
      node = this.#call(token.value, token.at, node, this.#sign());
    return node;
  }

  #sign(): Node {
    const minuses: Token[] = [];
    for (let token = this.#symbol(new Set(['-'])); token !== null; token = this.#symbol(new Set(['-'])))
      minuses.push(token);
    const node = this.#primary();
    return minuses.reduceRight((inner, { at }) => this.#call('negate', at, inner), node);
  }

  #primary(): Node {
    const token = this.#take();
    const { at, value } = token;
    if (token.kind === 'number') return this.#node({ kind: 'literal', value: Number(value), at });
    if (token.kind === 'text') return this.#node({ kind: 'literal', value, at });
    if (token.kind === 'symbol' && value === '(') {
      const node = this.#or();
      this.#expectSymbol(')');
      return node;
    }
    if (token.kind !== 'name') throw unexpected(token);
    const word = token.isQuoted ? '' : value.toLowerCase();
    if (word === 'case') return this.#case(at);
    if (word === 'true' || word === 'false') return this.#node({ kind: 'literal', value: word === 'true', at });
    if (word === 'null') return this.#node({ kind: 'literal', value: null, at });
    if (KEYWORDS.has(word)) throw unexpected(token);
    const next = this.#peek();
    if (word === 'date' && next.kind === 'text') {
      this.#take();
      return this.#node({ kind: 'date', value: next.value, at });
    }
    if (token.isQuoted || this.#symbol(new Set(['('])) === null) return this.#node({ kind: 'column', name: value, at });
    return this.#call(word, at, ...this.#list());
  }

  /** `CASE value WHEN x` is `CASE WHEN value = x`. */
  #case(at: number): Node {
    const subject = this.#isWord('when') ? null : this.#or();
    const args: Node[] = [];
    while (this.#word('when') !== null) {
      const when = this.#or();
      args.push(subject === null ? when : this.#call('=', when.at, subject, when));
      this.#expectWord('then');
      args.push(this.#or());
    }
    if (args.length === 0) throw unexpected(this.#peek());
    args.push(this.#word('else') === null ? this.#node({ kind: 'literal', value: null, at }) : this.#or());
    this.#expectWord('end');
    return this.#call('case', at, ...args);
  }

  /** The arguments up to the closing parenthesis, after the opening one. */
  #list(): Node[] {
    const closing = new Set([')']);
    if (this.#symbol(closing) !== null) return [];
    const args = [this.#or()];
    while (this.#symbol(new Set([','])) !== null) args.push(this.#or());
    this.#expectSymbol(')');
    return args;
  }

  #negated(not: Token | null, node: Node): Node {
    return not === null ? node : this.#call('not', not.at, node);
  }

  #call(name: string, at: number, ...args: readonly Node[]): Node {
    return this.#node({ kind: 'call', name, args, at });
  }

  #node(node: Node): Node {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new ExpressionError('The expression is too long', node.at);
    return node;
  }

  #peek(): Token {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Error('The tokens have no end');
    return token;
  }

  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  #isWord(word: string): boolean {
    const { kind, isQuoted, value } = this.#peek();
    return kind === 'name' && !isQuoted && value.toLowerCase() === word;
  }

  #word(word: string): Token | null {
    return this.#isWord(word) ? this.#take() : null;
  }

  #symbol(symbols: ReadonlySet<string>): Token | null {
    const { kind, value } = this.#peek();
    return kind === 'symbol' && symbols.has(value) ? this.#take() : null;
  }

  #expectWord(word: string): void {
    if (this.#word(word) === null) throw unexpected(this.#peek(), word.toUpperCase());
  }

  #expectSymbol(symbol: string): void {
    if (this.#symbol(new Set([symbol])) === null) throw unexpected(this.#peek(), symbol);
  }
}

function unexpected({ kind, value, at }: Token, wanted?: string): ExpressionError {
  const found = kind === 'end' ? 'The expression ends too early' : `“${value}” cannot be used here`;
  return new ExpressionError(wanted === undefined ? found : `${found}: “${wanted}” is missing`, at);
}
