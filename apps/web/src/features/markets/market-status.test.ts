import { expect, it } from 'vitest';
import { marketStatus } from './market-status.ts';

it('is a draft until it is published, then live or static', () => {
  expect(marketStatus({ isPublished: false, isLive: false })).toBe('DRAFT');
  expect(marketStatus({ isPublished: false, isLive: true })).toBe('DRAFT');
  expect(marketStatus({ isPublished: true, isLive: false })).toBe('STATIC');
  expect(marketStatus({ isPublished: true, isLive: true })).toBe('LIVE');
});
