import { join, sql, text, texts, uint } from '@quarry/clickhouse/sql';
import type { Warehouse } from '@quarry/clickhouse/warehouse';
import { assertEach, sample } from '@quarry/testing/random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyKeyword, anySearchText } from '../testing/random-keywords.ts';
import { containsKeyword } from '../testing/reference-matcher.ts';
import { openTestEngine } from '../testing/test-table.ts';
import { foldText } from './fold-text.ts';
import { keywordMatcher } from './keyword-matcher.ts';
import {
  cleanKeyword,
  isSearchableKeyword,
  KEYWORD_LIMITS,
  keywordHits,
  keywordPattern,
  keywordSearches,
  keywordsPattern,
  splitKeywords,
} from './keywords.ts';

const KEYWORDS = 300;
const TEXTS = 200;

let warehouse: Warehouse;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ warehouse, close } = await openTestEngine());
});
afterAll(() => close());

/** For each pattern and text, if the engine finds a match. */
async function findInEngine(patterns: readonly string[], searched: readonly string[]): Promise<boolean[][]> {
  const selects = patterns.map(
    (pattern, at) =>
      sql`SELECT ${uint(at)} AS at, arrayMap(item -> match(item, ${text(pattern)}), ${texts(searched)}) AS found`,
  );
  const row = z.object({ at: z.coerce.number(), found: z.array(z.number()) });
  const answers = await warehouse.rows(join(selects, ' UNION ALL '), row, { lane: 'jobs' });
  return answers.toSorted((a, b) => a.at - b.at).map(({ found }) => found.map((hit) => hit === 1));
}

const line = (length: number): string => 'x'.repeat(length);

/** Keyword, texts that contain it, texts that don't. */
const VECTORS: readonly [keyword: string, matching: readonly string[], other: readonly string[]][] = [
  ['sales', ['VP Sales', 'Sales-Ops', 'SALES', '(sales)', 'a_sales/b'], ['Presales lead', 'Salesforce admin', '']],
  ['head * sales', ['Head of Sales', 'Head & Sales'], ['Head of Global Sales', 'Head Sales']],
  ['head ** sales', ['Head of Global Sales', 'Head Sales', 'Head of Sales'], ['Sales head', 'Headsales']],
  ['*ops', ['DevOps Lead', 'ops', 'dev-ops'], ['Operations', 'opsy']],
  ['*vp', ['SVP Sales', 'VP'], ['vpn']],
  ['vp', ['VP, Sales', 'vp'], ['SVP Sales']],
  ['.net', ['Senior .NET dev', '.net'], ['ASP.NET dev', 'net']],
  ['c++', ['C++ dev', 'C/C++'], ['C dev', 'c+', 'c+++']],
  ['c', ['C dev', 'objective-c'], ['C++ dev', 'C# dev', 'cc']],
  ['c#', ['C# dev'], ['C dev', 'c##']],
  ['r&d', ['Head of R&D', 'R＆D'], ['rd', 'r & d']],
  ['front end', ['front-end', 'Front  End', 'front_/end', 'front\nend'], ['frontend', 'front.end']],
  ['front-end', ['front end'], ['frontend']],
  ['develop*', ['Developer', 'develop', 'Development lead'], ['redevelop']],
  ['*develop*', ['redevelopment'], ['devel']],
  ['h*ad', ['head', 'had', "h'e_a1ad"], ['h ead', 'h.ad', 'heads']],
  ['dev*-manager', ['Developer Manager', 'dev-manager'], ['developer junior manager']],
  ['a**z', ['a to z', 'az', `a${line(120)}z`], [`a${line(121)}z`, 'a\nz']],
  ['a ** z', ['a z', `a ${line(120)} z`, 'a\nb z'], [`a ${line(121)} z`, 'a b\nb c\nz']],
  ['a * ** z', ['a b z', 'a b c z'], ['a z']],
  ['**sales**', ['presalesforce'], ['sale']],
  ['* sales **', ['sales', 'VP Sales'], ['presales']],
  ['* - sales', ['sales'], ['presales']],
  ['café', ['CAFE', 'Café', 'Cafe\u0301'], ['cafes']],
  ['cafe', ['Café'], []],
  ["o’neil's", ["O'Neil's"], ['oneils']],
  ['straße', ['STRAßE'], ['strasse']],
  ['ΟΔΟΣ', ['οδος'], []],
  ['日本', ['in 日本 now', '日本'], ['日本語']],
  ['＊ops', ['devops'], ['operations']],
  ['(a+)+$', ['x (a+)+$ y'], ['a', 'aaa']],
  ['[', ['a [ b'], ['a ] b']],
  ['\\', ['a \\ b'], ['a b']],
  ['.*', ['a .* b', '.x'], ['a b']],
  ['a|b', ['a|b'], ['a', 'b']],
  ['^x$', ['^x$'], ['x']],
  ['-', ['a - b', '-'], ['a-b']],
  ['head *** sales', ['Head of Global Sales'], []],
];

describe('keywords', () => {
  test.each(VECTORS)('%s', async (keyword, matching, other) => {
    const searched = [...matching, ...other];
    const expected = searched.map((_, at) => at < matching.length);
    const pattern = keywordPattern(keyword) ?? '';
    expect(searched.map((item) => new RegExp(pattern, 'u').test(foldText(item)))).toEqual(expected);
    expect(searched.map(keywordMatcher([keyword]))).toEqual(expected);
    expect(searched.map((item) => containsKeyword(keyword, item))).toEqual(expected);
    expect(await findInEngine([pattern], searched.map(foldText))).toEqual([expected]);
  });

  test.each(['', ' ', '*', '**', '* **', '-*', '***** *', '＊', '* - *'])('%j finds nothing', (keyword) => {
    expect(keywordPattern(keyword)).toBeNull();
    expect(isSearchableKeyword(keyword)).toBe(false);
    expect(keywordMatcher([keyword])('anything * at all - ')).toBe(false);
  });

  test('cleans asterisks and splits pasted text', () => {
    expect(cleanKeyword('  head ***** sales*** ')).toBe('head ** sales**');
    expect(splitKeywords(' sales \r\n\r\nhead **** x\nsales\n\u2028vp ')).toEqual(['sales', 'head ** x', 'vp']);
    const many = Array.from({ length: 150 }, (_, at) => `keyword ${at}`);
    expect(splitKeywords(many.join('\n'))).toEqual(many.slice(0, 100));
  });

  test('a list finds what any of its keywords finds', async () => {
    const list = ['sales', '*ops', 'develop*', '*data*', '**', 'head ** r&d'];
    const searched = ['VP Sales', 'devops', 'developer', 'metadatabase', 'Head of global R&D', 'opsy', 'presales', ''];
    const expected = [true, true, true, true, true, false, false, false];
    const pattern = keywordsPattern(list) ?? '';
    expect(searched.map((item) => new RegExp(pattern, 'u').test(foldText(item)))).toEqual(expected);
    expect(searched.map(keywordMatcher(list))).toEqual(expected);
    expect(await findInEngine([pattern], searched.map(foldText))).toEqual([expected]);
    expect(keywordsPattern(['*', ' '])).toBeNull();
    expect(keywordSearches(['*', ' '])).toEqual([]);
    expect(keywordSearches(['-', 'sales']).flatMap(({ literals }) => literals)).toEqual([]);
  });
});

test(`${KEYWORDS} random keywords over ${TEXTS} texts match the same in JavaScript, in the engine and in the backtracking reference`, async () => {
  const keyword = anyKeyword.filter(isSearchableKeyword);
  const keywords = sample(keyword, KEYWORDS);
  const searched = sample(anySearchText(keywords), TEXTS);
  const folded = searched.map(foldText);
  let hits = 0;
  await assertEach(keyword, { count: KEYWORDS, batch: 50 }, async (batch) => {
    const patterns = batch.map((keyword) => keywordPattern(keyword) ?? '');
    const found = await findInEngine(patterns, folded);
    return batch.map((keyword, at) => {
      const regex = new RegExp(patterns[at] ?? '', 'u');
      const matches = keywordMatcher([keyword]);
      const wrong = searched.flatMap((text, place) => {
        const expected = containsKeyword(keyword, text);
        if (expected) hits += 1;
        const answers = [found[at]?.[place], regex.test(folded[place] ?? ''), matches(text)];
        if (answers.every((answer) => answer === expected)) return [];
        return [JSON.stringify({ text, pattern: patterns[at], expected, answers })];
      });
      return wrong.toSorted((a, b) => a.length - b.length)[0] ?? null;
    });
  });
  // Neither side may agree by finding nothing.
  expect(hits).toBeGreaterThan(KEYWORDS);

  const list = keywords.slice(0, KEYWORD_LIMITS.perList);
  const searches = keywordSearches(list);
  expect(searches.length).toBeGreaterThan(1);
  const inSearches = await findInEngine(
    searches.map((search) => search.pattern),
    folded,
  );
  const inList = keywordMatcher(list);
  folded.forEach((item, place) => {
    const finding = searches.filter((_, at) => inSearches[at]?.[place]);
    expect(finding.length > 0).toBe(inList(searched[place] ?? ''));
    for (const { literals } of finding)
      if (literals.length > 0) expect(literals.some((literal) => item.includes(literal))).toBe(true);
  });
}, 180_000);

test('the engine accepts the heaviest lists within the limits', async () => {
  const { perList, length } = KEYWORD_LIMITS;
  const heavy = [
    (at: number) => `${'a*'.repeat(98)}${at}`,
    (at: number) => `${at} ${'* '.repeat(94)}end`,
    (at: number) => `${'word ** '.repeat(5)}last ${at}`,
    (at: number) => `${at}${'(a+)+**'.repeat(5)}$`,
    (at: number) => `${'\ufdfa'.repeat(length - 3)}${at}`,
    (at: number) => `${at}${'日'.repeat(length - 3)}`,
    (at: number) => `${at}${'- '.repeat(90)}x`,
    (at: number) => `*${'.a'.repeat(90)}${at}*`,
  ];
  const searched = [`${'a'.repeat(300)} ${'word '.repeat(60)}`, '1 '.repeat(100)];
  for (const make of heavy) {
    // A few are enough of those that fill a search alone: more of them make more searches, not larger ones.
    const isAlone = keywordSearches([make(0), make(1)]).length > 1;
    const list = Array.from({ length: isAlone ? 3 : perList }, (_, at) => make(at));
    for (const keyword of list) expect(keyword.length).toBeLessThanOrEqual(length);
    const patterns = keywordSearches(list).map((search) => search.pattern);
    const found = await findInEngine(patterns, searched);
    expect(searched.map((_, place) => found.some((hits) => hits[place]))).toEqual(searched.map(keywordMatcher(list)));
  }
  // The pattern that counts their hits contains them twice.
  for (const make of heavy) {
    const { pattern = '', sharedPattern = '' } = keywordHits(make(7)) ?? {};
    await findInEngine([pattern, sharedPattern], searched);
  }
}, 120_000);
