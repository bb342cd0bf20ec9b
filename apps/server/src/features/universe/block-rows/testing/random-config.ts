import { DEPARTMENTS, SENIORITIES } from '@quarry/contracts';
import fc from 'fast-check';
import type { DetailRow } from './read-detail.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  jobs: ['title', 'description'],
  team_members: ['position'],
  software_reviews: ['review_title', 'review'],
  software_features: ['feature', 'description'],
  main_page_text: ['text'],
};
const COUNTRIES = ['DE', 'us', 'FR', 'region:Europe', 'region:NA', 'GB'];

/** A config whose keywords are words of the rows: whole, cut, in pairs, and with wildcards. */
export function anyConfig(blockName: string, rows: readonly DetailRow[]): fc.Arbitrary<Record<string, unknown>> {
  const keyword = (fields: readonly string[]): fc.Arbitrary<string> =>
    fc
      .record({
        row: fc.constantFrom(...rows),
        field: fc.constantFrom(...fields),
        at: fc.nat(1000),
        form: fc.constantFrom(...KEYWORD_FORMS),
      })
      .map(({ row, field, at, form }) => {
        const words = String(row[field] ?? '').split(/\s+/);
        const [word = '', ...others] = words.slice(at % words.length);
        return form(word, others).slice(0, 200);
      });
  const some = (fields: readonly string[], min: number, max: number): fc.Arbitrary<string[]> =>
    upTo(max, keyword(fields), min).map((words) => words.filter((word) => /[^*\s/_-]/.test(word)));
  const fields = FIELDS[blockName] ?? [];
  switch (blockName) {
    case 'jobs':
      return fc
        .record({
          jobs: fc.constantFrom({}, {}, { onlyOldJobs: true }, { onlyOpenJobs: false }),
          titleKeywords: maybe(60, some(['title'], 1, 5)),
          descriptionKeywords: maybe(40, some(['description'], 1, 5)),
          negativeTitleKeywords: maybe(30, some(['title'], 1, 2)),
          negativeDescriptionKeywords: maybe(30, some(['description'], 1, 2)),
          countries: maybe(30, upTo(3, fc.constantFrom(...COUNTRIES))),
        })
        .map(({ jobs, ...keywords }) => ({ ...jobs, ...keywords }));
    case 'team_members':
      return fc.record({
        countries: maybe(30, upTo(3, fc.constantFrom(...COUNTRIES))),
        departments: maybe(40, upTo(3, fc.constantFrom(...DEPARTMENTS))),
        seniorities: maybe(40, upTo(4, fc.constantFrom(...SENIORITIES))),
        positionKeywords: some(fields, 0, 4).map((words) => ['manager', ...words]),
        negativePositionKeywords: maybe(30, some(fields, 1, 2)),
      });
    case 'software_reviews':
      return fc.record({
        positiveKeywords: some(fields, 0, 4).map((words) => ['support', ...words]),
        negativeKeywords: maybe(40, some(fields, 1, 2)),
      });
    default:
      return fc.record({ keywords: some(fields, 0, 5).map((words) => ['data', 'sales', ...words]) });
  }
}

/** Ways to make a keyword from a word and the words after it. */
const KEYWORD_FORMS: readonly ((word: string, others: readonly string[]) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => word.replace(/[.,:;!?]+$/, ''),
  (word, [next = '']) => `${word} ${next}`,
  (word, [, second = '']) => `${word} * ${second}`,
  (word, [, , third = '']) => `${word} ** ${third}`,
  (word) => `${word.slice(0, 4)}*`,
  (word) => `*${word.slice(-3)}`,
];

function upTo<T>(max: number, item: fc.Arbitrary<T>, min = 1): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: min, maxLength: max });
}

function maybe(percent: number, words: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> {
  return fc.oneof(
    { weight: 100 - percent, arbitrary: fc.constant<string[]>([]) },
    { weight: percent, arbitrary: words },
  );
}
