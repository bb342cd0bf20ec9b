import type { SystemOverview } from '@quarry/contracts';

/** The load at one moment. */
export interface LoadSample {
  readonly at: number;
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

/** Ten minutes at one sample every 5 s. */
const MAX_SAMPLES = 120;

/** Adds the load of an overview to earlier samples; the process may have been restarted since. */
export function withSample(samples: readonly LoadSample[], { process }: SystemOverview): readonly LoadSample[] {
  const { sampledAt, memoryBytes, cpuSeconds } = process;
  const sample = { at: Date.parse(sampledAt), memoryBytes, cpuSeconds };
  const last = samples.at(-1);
  if (last !== undefined && sample.at <= last.at) return samples;
  if (last !== undefined && sample.cpuSeconds < last.cpuSeconds) return [sample];
  return [...samples, sample].slice(-MAX_SAMPLES);
}

/** The share of one core that was used between samples, from 0 up to the number of cores. */
export function cpuShares(samples: readonly LoadSample[]): number[] {
  return samples.slice(1).flatMap((sample, at) => {
    const before = samples[at];
    return before === undefined ? [] : [((sample.cpuSeconds - before.cpuSeconds) * 1_000) / (sample.at - before.at)];
  });
}

/** A line through values in a box of 100 by 100, from the left; empty for fewer than two. */
export function linePath(values: readonly number[], max: number): string {
  if (values.length < 2) return '';
  const y = (value: number) => 98 - 96 * Math.min(1, max === 0 ? 0 : value / max);
  return values
    .map(
      (value, at) => `${at === 0 ? 'M' : 'L'}${((at * 100) / (values.length - 1)).toFixed(2)} ${y(value).toFixed(2)}`,
    )
    .join(' ');
}
