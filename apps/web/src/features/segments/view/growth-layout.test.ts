import { expect, it } from 'vitest';
import { HEIGHT, linePoints, WIDTH } from './growth-layout.ts';

const day = (companies: number) => ({ day: '2026-01-01', companies, contacts: 0 });

it('draws days from left to right, the highest at the top', () => {
  const [first, middle, last] = linePoints([day(0), day(5), day(10)], 'companies', 10);
  expect([first?.x, middle?.x, last?.x]).toEqual([0, WIDTH / 2, WIDTH]);
  expect([first?.y, middle?.y, last?.y]).toEqual([HEIGHT - 2, HEIGHT / 2, 2]);
});

it('draws a single day as a flat line', () => {
  const points = linePoints([day(3)], 'companies', 3);
  expect(points.map(({ x }) => x)).toEqual([0, WIDTH]);
  expect(points[0]?.y).toBe(points[1]?.y);
});
