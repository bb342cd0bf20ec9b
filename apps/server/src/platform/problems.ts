/** A condition of this installation that keeps it from answering whole, such as missing data or a full disk. */
export interface Problem {
  /** Names the condition, so that it is reported once and can be settled. */
  readonly id: string;
  /** One sentence for people: what is wrong, and what to do. */
  readonly message: string;
  readonly since: Date;
  /** False for a warning: every answer is whole. */
  readonly stopsWork: boolean;
}

/** What is wrong with this process's stores at the moment; shown by readiness and the system page. */
export interface Problems {
  report(id: string, message: string, options?: { readonly stopsWork?: boolean }): void;
  settle(id: string): void;
  list(): readonly Problem[];
}

/** Logs each problem when it appears, changes and ends. */
export function createProblems(log: {
  error(context: object, message: string): void;
  info(context: object, message: string): void;
}): Problems {
  const problems = new Map<string, Problem>();
  return {
    report(id, message, { stopsWork = true } = {}) {
      const known = problems.get(id);
      if (known?.message === message) return;
      problems.set(id, { id, message, since: known?.since ?? new Date(), stopsWork });
      log.error({ problem: id }, message);
    },
    settle(id) {
      if (problems.delete(id)) log.info({ problem: id }, 'a problem has ended');
    },
    list: () => [...problems.values()],
  };
}
