/** Before the second, third and fourth try of what may be sent again. */
export const RETRY_WAITS_MS: readonly number[] = [2_000, 8_000, 30_000];

/** A wait that others don't take at the same time; never shorter than asked. */
export const jittered = (ms: number): number => Math.ceil(ms * (1 + Math.random() * 0.2));
