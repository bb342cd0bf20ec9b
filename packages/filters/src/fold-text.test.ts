import { sql, text, texts } from '@quarry/clickhouse/sql';
import type { Warehouse } from '@quarry/clickhouse/warehouse';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestEngine } from '../testing/test-table.ts';
import { foldSql, lowerSql, lowerTrimSql } from './fold-sql.ts';
import { foldText, lowerText, lowerTrim } from './fold-text.ts';

const forms = z.object({ folded: z.string(), trimmed: z.string(), lower: z.string() });

let warehouse: Warehouse;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ warehouse, close } = await openTestEngine());
});

afterAll(() => close());

async function expectSameForms(originals: readonly string[]): Promise<void> {
  const item = sql`item`;
  const statement = sql`SELECT ${foldSql(item)} AS folded, ${lowerTrimSql(item)} AS trimmed, ${lowerSql(item)} AS lower
    FROM (SELECT arrayJoin(${texts(originals)}) AS item)`;
  const answers = await warehouse.rows(statement, forms);
  const expected = originals.map((original) => ({
    folded: foldText(original),
    trimmed: lowerTrim(original),
    lower: lowerText(original),
  }));
  expect(answers).toEqual(expected);
}

test('folds for search', () => {
  expect(foldText('  Café\t\t O’NEIL \n Straße ')).toBe("cafe o'neil \n straße");
  expect(foldText('ΟΔΟΣ')).toBe(foldText('οδοσ'));
  expect(foldText('İSTANBUL')).toBe('istanbul');
  expect(foldText('ﬁ ①')).toBe('fi 1');
});

test('the engine folds every character the same way', async () => {
  const characters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    if (code < 0xd800 || code > 0xdfff) characters.push(`a${String.fromCodePoint(code)}B`);
  }
  for (let from = 0; from < characters.length; from += 65_536) {
    const chunk = characters.slice(from, from + 65_536).join('\n');
    const statement = sql`SELECT ${foldSql(text(chunk))} AS folded, ${lowerTrimSql(text(chunk))} AS trimmed,
      ${lowerSql(text(chunk))} AS lower`;
    const [answer] = await warehouse.rows(statement, forms);
    expect(answer?.folded === foldText(chunk)).toBe(true);
    expect(answer?.trimmed === lowerTrim(chunk)).toBe(true);
    expect(answer?.lower === lowerText(chunk)).toBe(true);
  }
});

test('the engine folds any text the same way, and equal texts have equal folded forms', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('Σ', 'ς', 'a', 'İ', ' ', '\t', '\n', '\u0301', '’', 'ß', '\u00a0', '.'),
      maxLength: 8,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 200, maxLength: 400 }), async (originals) => {
      await expectSameForms(originals.map((original) => original.replaceAll('\0', '')));
      for (const original of originals) {
        expect(foldText(lowerTrim(original))).toBe(foldText(original));
        expect(foldText(foldText(original))).toBe(foldText(original));
      }
    }),
    { numRuns: 25 },
  );
});
