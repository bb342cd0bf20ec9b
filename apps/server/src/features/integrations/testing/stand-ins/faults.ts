/** What goes wrong with a call, before or after it takes effect. */
export type Fault =
  /** The connection breaks before the call takes effect. */
  | { readonly kind: 'reset' }
  /** The call takes effect, but no answer comes. */
  | { readonly kind: 'lostAnswer' }
  /** The call takes effect, and half of the answer comes. */
  | { readonly kind: 'truncatedAnswer' }
  /** The call takes effect, and the answer comes late. */
  | { readonly kind: 'slowAnswer'; readonly ms: number }
  /** The call takes effect, and the answer comes after something else. */
  | { readonly kind: 'heldAnswer'; readonly until: Promise<unknown> }
  /** Another answer comes than the right one. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly isApplied?: boolean;
    };

export interface FaultPlan {
  readonly fault: Fault;
  /** Matched against method and path, such as `POST /crm/objects/2026-09/companies/batch/upsert`; any if left out. */
  readonly on?: RegExp;
  /** The matching calls that go well before, and those that go wrong then. */
  readonly after?: number;
  readonly times?: number;
}

/** Decides which calls go wrong. */
export class Faults {
  #plans: { plan: FaultPlan; seen: number }[] = [];

  plan(plan: FaultPlan): void {
    this.#plans.push({ plan, seen: 0 });
  }

  clear(): void {
    this.#plans = [];
  }

  /** The fault of a call that has come in. */
  next(method: string, path: string): Fault | null {
    for (const entry of this.#plans) {
      const { plan } = entry;
      if (plan.on !== undefined && !plan.on.test(`${method} ${path}`)) continue;
      const number = entry.seen++;
      const after = plan.after ?? 0;
      if (number >= after && number < after + (plan.times ?? 1)) return plan.fault;
    }
    return null;
  }
}
