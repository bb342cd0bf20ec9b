import { expect, test } from 'vitest';
import { cpuShares, type LoadSample, linePath, withSample } from './load-samples.ts';

const overview = (seconds: number, cpuSeconds: number) => ({
  version: '1',
  nodeVersion: '24',
  startedAt: '2026-01-01T00:00:00.000Z',
  role: 'all' as const,
  isReady: true,
  stores: [],
  disk: { freeBytes: 1, reserveBytes: 0 },
  process: { memoryBytes: 5, cpuSeconds, cores: 2, sampledAt: new Date(seconds * 1_000).toISOString() },
  outboxPath: null,
});

test('samples give the share of a core between them, and begin anew after a restart', () => {
  let samples: readonly LoadSample[] = [];
  for (const [at, cpu] of [
    [0, 1],
    [5, 6],
    [5, 6],
    [15, 8],
  ] as const)
    samples = withSample(samples, overview(at, cpu));
  expect(cpuShares(samples)).toEqual([1, 0.2]);
  expect(withSample(samples, overview(20, 0.5))).toHaveLength(1);
});

test('a line spans its box', () => {
  expect(linePath([0, 2, 1], 2)).toBe('M0.00 98.00 L50.00 2.00 L100.00 50.00');
  expect(linePath([1], 2)).toBe('');
});
