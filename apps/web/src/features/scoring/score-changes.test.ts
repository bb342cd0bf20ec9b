import { expect, test } from 'vitest';
import { scoreChanges, signed } from './score-changes.ts';

const company = (id: string, score: number) => ({
  __company_id: id,
  __previewScore: score,
  name: `Company ${id}`,
  __domain: `${id}.test`,
});

test('the companies that an edit moves most come first; unmoved and unknown ones are left out', () => {
  const before = [company('1', 0), company('2', 5), company('3', 5)];
  const after = [company('1', 3), company('2', 5), company('3', -4), company('4', 9)];
  expect(scoreChanges(before, after).map(({ companyId, before, after }) => [companyId, before, after])).toEqual([
    ['3', 5, -4],
    ['1', 0, 3],
  ]);
});

test('points have a sign', () => {
  expect([7, 0, -3].map(signed)).toEqual(['+7', '0', '−3']);
});
