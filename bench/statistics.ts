/** Runs `work` and returns its milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The memory of this process, with the embedded engine's, in MiB. */
export const megabytes = (): number => process.memoryUsage.rss() / 1024 ** 2;

/** How long work takes, and the most memory that the process has meanwhile. */
export async function sampled(work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly peak: number }> {
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, 50);
  const ms = await timed(work);
  clearInterval(sampling);
  return { ms, peak };
}

/** Seconds on the clock, and of this process's processor time, which other programs on the machine change less. */
export interface Taken {
  readonly seconds: number;
  readonly processor: number;
}

/** Runs `work` and returns what it took. */
export async function taken(work: () => Promise<unknown>): Promise<Taken> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1_000, processor: (user + system) / 1_000_000 };
}

/** How many times as long the median of some takes as that of others: `x1.42, processor time x1.38`. */
export function comparedWith(some: readonly Taken[], others: readonly Taken[]): { ratio: number; text: string } {
  const ratioOf = (pick: (each: Taken) => number) => median(some.map(pick)) / median(others.map(pick));
  const ratio = ratioOf(({ seconds }) => seconds);
  const processor = ratioOf((each) => each.processor);
  return { ratio, text: `x${ratio.toFixed(2)}, processor time x${processor.toFixed(2)}` };
}

/** The percentile (nearest rank) at `fraction`, from 0 to 1. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The geometric mean, the right one for ratios. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
