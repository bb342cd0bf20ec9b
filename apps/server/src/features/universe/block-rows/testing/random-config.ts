import { DEPARTMENTS, SENIORITIES } from '@quarry/contracts';
import type { Random } from '../../../../../../../packages/filters/testing/random.ts';
import type { DetailRow } from './read-detail.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  jobs: ['title', 'description'],
  team_members: ['position'],
  software_reviews: ['review_title', 'review'],
  software_features: ['feature', 'description'],
  main_page_text: ['text'],
};
const COUNTRIES = ['DE', 'us', 'FR', 'region:Europe', 'region:NA', 'GB'];

/** A config of a block whose keywords are words of the rows, whole, in part, in pairs, and with wildcards. */
export function randomConfig(blockName: string, random: Random, rows: readonly DetailRow[]): Record<string, unknown> {
  const keyword = (fields: readonly string[]): string => {
    const words = String(random.pick(rows)[random.pick(fields)] ?? '').split(/\s+/);
    const at = random.integer(0, words.length - 1);
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    return random
      .pick([
        word,
        word,
        word.replace(/[.,:;!?]+$/, ''),
        `${word} ${next}`,
        `${word} * ${words[at + 2] ?? ''}`,
        `${word} ** ${words[at + 3] ?? ''}`,
        `${word.slice(0, 4)}*`,
        `*${word.slice(-3)}`,
      ])
      .slice(0, 200);
  };
  const some = (fields: readonly string[], least: number, most: number): string[] =>
    Array.from({ length: random.integer(least, most) }, () => keyword(fields)).filter((word) => /[^*\s/_-]/.test(word));
  const fields = FIELDS[blockName] ?? [];
  const maybe = (chance: number, words: () => string[]): string[] => (random.chance(chance) ? words() : []);
  switch (blockName) {
    case 'jobs':
      return {
        ...random.pick([{}, {}, { onlyOldJobs: true }, { onlyOpenJobs: false }]),
        titleKeywords: maybe(0.6, () => some(['title'], 1, 5)),
        descriptionKeywords: maybe(0.4, () => some(['description'], 1, 5)),
        negativeTitleKeywords: maybe(0.3, () => some(['title'], 1, 2)),
        negativeDescriptionKeywords: maybe(0.3, () => some(['description'], 1, 2)),
        countries: maybe(0.3, () => random.some(COUNTRIES, 1, 3)),
      };
    case 'team_members':
      return {
        countries: maybe(0.3, () => random.some(COUNTRIES, 1, 3)),
        departments: maybe(0.4, () => random.some(DEPARTMENTS, 1, 3)),
        seniorities: maybe(0.4, () => random.some(SENIORITIES, 1, 4)),
        positionKeywords: ['manager', ...some(fields, 0, 4)],
        negativePositionKeywords: maybe(0.3, () => some(fields, 1, 2)),
      };
    case 'software_reviews':
      return {
        positiveKeywords: ['support', ...some(fields, 0, 4)],
        negativeKeywords: maybe(0.4, () => some(fields, 1, 2)),
      };
    default:
      return { keywords: ['data', 'sales', ...some(fields, 0, 5)] };
  }
}
