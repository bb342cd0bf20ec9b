import { bool, date, float, join, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { type FieldType, traitsOf, type ValueForm } from '@quarry/filters';
import { type ExpressionFunction, FUNCTIONS, finite, type Parameter, UNITS } from './functions.ts';
import { type Node, parseExpression } from './parse.ts';
import { ExpressionError } from './tokens.ts';

/** A column that an expression may read. */
interface ReadColumn {
  readonly type: FieldType;
  /** As it is stored: an empty text is ''. */
  readonly value: Sql;
}

interface Context {
  readonly columnOf: (name: string) => ReadColumn | undefined;
  readonly today: Sql;
  /** How many more values can be rendered: CASE renders its subject again for each WHEN. */
  readonly budget: { left: number };
}

const NAMES: Readonly<Record<ValueForm, string>> = {
  text: 'a text',
  number: 'a number',
  date: 'a date',
  boolean: 'true or false',
  list: 'a list',
};
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_DIGITS = 10;
const MAX_VALUES = 1_000;

/** Compiles an expression to a value of the field's type, null where it has none. Throws ExpressionError. */
export function compileExpression(
  expression: string,
  type: FieldType,
  columnOf: Context['columnOf'],
  /** As `yyyy-mm-dd`. */
  today: string,
): Sql {
  const { form } = traitsOf(type);
  const value = compile(parseExpression(expression), form, {
    columnOf,
    today: sql`${date(today)}`,
    budget: { left: MAX_VALUES },
  });
  if (form === 'text') return sql`ifNull(${value}, '')`;
  return form === 'number' ? finite(value) : value;
}

/** Why an expression cannot be computed, with the place of the mistake; null if it can. */
export function expressionProblem(
  expression: string,
  type: FieldType,
  typeOf: (name: string) => FieldType | undefined,
): { readonly message: string; readonly at: number } | null {
  const columnOf = (name: string): ReadColumn | undefined => {
    const known = typeOf(name);
    return known === undefined ? undefined : { type: known, value: sql`NULL` };
  };
  try {
    compileExpression(expression, type, columnOf, '2000-01-01');
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message, at: error.at };
    throw error;
  }
}

type CallNode = Extract<Node, { kind: 'call' }>;

const LITERAL_FORMS: Readonly<Record<string, ValueForm>> = { string: 'text', number: 'number', boolean: 'boolean' };

/** The form of a value; null if it can only be NULL. */
function formOf(node: Node, context: Context): ValueForm | null {
  switch (node.kind) {
    case 'literal':
      return LITERAL_FORMS[typeof node.value] ?? null;
    case 'date':
      return 'date';
    case 'column':
      return traitsOf(columnAt(node, context).type).form;
    case 'call': {
      if (node.name === 'today') return 'date';
      if (node.name === 'case') return sharedForm(node.args.filter(isResult), context);
      const called = functionOf(node, context);
      return called.result === 'same' ? sharedForm(sharedArguments(called, node), context) : called.result;
    }
  }
}

/** Renders a value of the form that is wanted there. */
function compile(node: Node, wanted: ValueForm, context: Context): Sql {
  context.budget.left -= 1;
  if (context.budget.left < 0) throw new ExpressionError('The expression is too long', node.at);
  const form = formOf(node, context);
  if (form !== null && form !== wanted) {
    throw new ExpressionError(`This must be ${NAMES[wanted]}, not ${NAMES[form]}`, node.at);
  }
  switch (node.kind) {
    case 'literal':
      return literal(node.value, wanted);
    case 'date':
      return sql`${date(dayAt(node))}`;
    case 'column': {
      const { value } = columnAt(node, context);
      return wanted === 'text' ? sql`nullIf(${value}, '')` : value;
    }
    case 'call':
      return canonical(wanted, call(node, wanted, context));
  }
}

function call(node: CallNode, wanted: ValueForm, context: Context): Sql {
  const { name, args, at } = node;
  if (name === 'today') {
    if (args.length > 0) throw new ExpressionError('“today” takes no arguments', at);
    return context.today;
  }
  if (name === 'case') {
    const parts = args.map((arg, nth) => compile(arg, isResult(arg, nth, args) ? wanted : 'boolean', context));
    return sql`multiIf(${join(parts)})`;
  }
  const called = functionOf(node, context);
  const same = sharedForm(sharedArguments(called, node), context) ?? (called.result === 'same' ? wanted : 'text');
  return called.render(...args.map((arg, nth) => argument(arg, parameterAt(called, nth), same, context)));
}

function argument(arg: Node, parameter: Parameter, same: ValueForm, context: Context): Sql {
  switch (parameter) {
    case 'unit':
    case 'digits':
    case 'constant':
      return constant(arg, parameter);
    case 'scalar':
      if (same === 'list') throw new ExpressionError('A list cannot be used here', arg.at);
      return compile(arg, same, context);
    case 'same':
      return compile(arg, same, context);
    default:
      return compile(arg, parameter, context);
  }
}

/** The arguments of CASE are conditions and results in turns, and at last what it gives otherwise. */
const isResult = (_arg: Node, at: number, args: readonly Node[]): boolean => at % 2 === 1 || at === args.length - 1;

/** Finds the function of a call with so many arguments. Throws ExpressionError. */
function functionOf({ name, args, at }: CallNode, context: Context): ExpressionFunction {
  const isOfList = name === 'is null' && args.some((arg) => formOf(arg, context) === 'list');
  const called = FUNCTIONS.get(isOfList ? 'is empty' : name);
  if (called === undefined) throw new ExpressionError(`There is no function “${name}”`, at);
  const { parameters, optional, isVariadic } = called;
  const [least, most] = [parameters.length - optional, isVariadic ? Number.POSITIVE_INFINITY : parameters.length];
  if (args.length >= least && args.length <= most) return called;
  const wanted = isVariadic ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`;
  throw new ExpressionError(`“${name}” takes ${wanted} arguments, not ${args.length}`, at);
}

function parameterAt({ parameters }: ExpressionFunction, at: number): Parameter {
  const parameter = parameters[Math.min(at, parameters.length - 1)];
  if (parameter === undefined) throw new Error('A function without parameters has no arguments');
  return parameter;
}

function sharedArguments(called: ExpressionFunction, { args }: CallNode): Node[] {
  return args.filter((_arg, at) => ['same', 'scalar'].includes(parameterAt(called, at)));
}

function sharedForm(nodes: readonly Node[], context: Context): ValueForm | null {
  for (const node of nodes) {
    const form = formOf(node, context);
    if (form !== null) return form;
  }
  return null;
}

function columnAt({ name, at }: { readonly name: string; readonly at: number }, { columnOf }: Context): ReadColumn {
  const column = columnOf(name);
  if (column === undefined) throw new ExpressionError(`There is no data point “${name}” to compute with`, at);
  return column;
}

function dayAt({ value, at }: { readonly value: string; readonly at: number }): string {
  if (DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value) return value;
  throw new ExpressionError(`“${value}” is no date: write it as YYYY-MM-DD`, at);
}

function constant(node: Node, parameter: 'unit' | 'digits' | 'constant'): Sql {
  const value = node.kind === 'literal' ? node.value : null;
  if (parameter === 'digits') {
    if (typeof value === 'number' && Number.isInteger(value) && value <= MAX_DIGITS) return sql`${uint(value)}`;
    throw new ExpressionError(`This must be a number of digits from 0 to ${MAX_DIGITS}`, node.at);
  }
  if (parameter === 'unit') {
    if (typeof value === 'string' && UNITS.has(value)) return sql`${text(value)}`;
    throw new ExpressionError(`This must be one of: ${[...UNITS].join(', ')}`, node.at);
  }
  // In patterns, the engine refuses a backslash that escapes nothing.
  if (typeof value === 'string' && value !== '' && !value.includes('\\')) return sql`${text(value)}`;
  throw new ExpressionError('This must be a text in quotes, without backslashes and not empty', node.at);
}

function literal(value: string | number | boolean | null, wanted: ValueForm): Sql {
  if (typeof value === 'string') return sql`${text(value)}`;
  if (typeof value === 'number') return sql`${float(value)}`;
  if (typeof value === 'boolean') return sql`${bool(value)}`;
  return canonical(wanted, wanted === 'list' ? sql`[]` : sql`NULL`);
}

/** A value in the one type of its form, so that whatever is called with it finds a function for it. */
function canonical(form: ValueForm, value: Sql): Sql {
  switch (form) {
    case 'text':
      return sql`nullIf(CAST(${value} AS Nullable(String)), '')`;
    case 'number':
      return sql`CAST(${value} AS Nullable(Float64))`;
    case 'date':
      return sql`CAST(${value} AS Nullable(Date32))`;
    case 'boolean':
      return sql`CAST(${value} AS Nullable(Bool))`;
    case 'list':
      return sql`CAST(${value} AS Array(String))`;
  }
}
