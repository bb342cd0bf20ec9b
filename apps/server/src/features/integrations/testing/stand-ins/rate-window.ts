/** Counts what came in within a time; requests count as one, or by their cost. */
export class RateWindow {
  readonly windowMs: number;
  max: number;
  #arrivals: { at: number; cost: number }[] = [];

  constructor(windowMs: number, max: number) {
    this.windowMs = windowMs;
    this.max = max;
  }

  /** Takes a request, or returns the time until there is room for it. */
  take(cost = 1, now = Date.now()): { readonly waitMs: number } | null {
    this.#arrivals = this.#arrivals.filter(({ at }) => at > now - this.windowMs);
    const first = this.#arrivals[0];
    if (this.used + cost > this.max) return { waitMs: first === undefined ? 0 : first.at + this.windowMs - now };
    this.#arrivals.push({ at: now, cost });
    return null;
  }

  get used(): number {
    return this.#arrivals.reduce((sum, { cost }) => sum + cost, 0);
  }

  get remaining(): number {
    return Math.max(0, this.max - this.used);
  }
}
