import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CsvDelimiter, CsvDialect, CsvEscape } from './csv-record.ts';
import { readCsv } from './read-csv.ts';
import { type Line, readLines } from './read-lines.ts';

async function read(content: string | readonly Line[]) {
  const rows: unknown[] = [];
  let dialect: CsvDialect | undefined;
  const lines = typeof content === 'string' ? readLines(of(Buffer.from(content))) : of(content);
  const onDialect = (found: CsvDialect) => {
    dialect = found;
  };
  for await (const batch of readCsv(lines, onDialect)) {
    rows.push(...batch.map((row) => ('values' in row ? row.values : `${row.line} ${row.reason}`)));
  }
  return { rows, dialect };
}

async function* of<T>(item: T): AsyncGenerator<T> {
  yield item;
}

function write(rows: readonly (readonly string[])[], delimiter: CsvDelimiter, escape: CsvEscape): string {
  const quoted = (value: string) =>
    escape === 'doubled' ? value.replaceAll('"', '""') : value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return rows.map((row) => `${row.map((value) => `"${quoted(value)}"`).join(delimiter)}\n`).join('');
}

it('reads what was written in any dialect, and names the dialect', async () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', '\\', ',', ';', '\t', '|', '\n'), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('doubled', 'backslash'),
      fc.array(fc.tuple(value, value, value)),
      async (delimiter, escape, random) => {
        const rows = [['the "best" company', 'a', 'b'], ...random];
        const result = await read(write([['x', 'y', 'z'], ...rows], delimiter, escape));
        expect(result).toEqual({ rows, dialect: { delimiter, escape } });
      },
    ),
    { numRuns: 2000 },
  );
});

it.each<[string, string, CsvDialect['escape'], unknown[]]>([
  ['no quotes', 'Acme,acme.com', null, [['Acme', 'acme.com']]],
  ['an empty value in quotes', '"",acme.com', null, [['', 'acme.com']]],
  ['a quoted value that ends with a backslash', '"C:\\",acme.com', null, [['C:\\', 'acme.com']]],
  [
    'escaped quotes before the delimiter',
    '"the \\"best\\", they say",acme.com',
    'backslash',
    [['the "best", they say', 'acme.com']],
  ],
  ['an escaped quote and no quotes around', '5\\" pipe,acme.com', 'backslash', [['5" pipe', 'acme.com']]],
  [
    'an escaped quote in a value of two lines',
    '"a \\"b\\nc",acme.com'.replace('\\n', '\n'),
    'backslash',
    [['a "b\nc', 'acme.com']],
  ],
  [
    'one line in the other dialect',
    '"a ""b""",a.com\n"c ""d""",b.com\n"e \\"f\\"",c.com',
    'doubled',
    [
      ['a "b"', 'a.com'],
      ['c "d"', 'b.com'],
      ['e "f"', 'c.com'],
    ],
  ],
])('reads %s', async (_case, lines, escape, rows) => {
  expect(await read(`name,domain\n${lines}\n`)).toEqual({ rows, dialect: { delimiter: ',', escape } });
});

it('loses no row between an unclosed quote and a line that cannot be read', async () => {
  const { rows } = await read([
    { line: 1, text: 'name,domain' },
    { line: 2, text: '"A,a.com' },
    { line: 3, text: 'B,b.com' },
    { line: 4, reason: 'The line is not valid UTF-8 text.', text: '' },
    { line: 5, text: 'C,c.com' },
  ]);
  expect(rows).toEqual([
    '2 A quoted value is never closed.',
    ['B', 'b.com'],
    '4 The line is not valid UTF-8 text.',
    ['C', 'c.com'],
  ]);
});
