import type { CoverageResult } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CoverageDraft } from './coverage-draft.ts';
import { runCoverage } from './queries.ts';

export interface CoverageRun {
  readonly result: CoverageResult | null;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly run: (draft: CoverageDraft) => void;
  /** Forgets the result, because the criteria changed. */
  readonly clear: () => void;
}

export function useCoverageRun(): CoverageRun {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { data, isPending, error, mutate, reset } = useMutation({
    mutationFn: (draft: CoverageDraft) => {
      running.current?.abort();
      running.current = new AbortController();
      return runCoverage(draft, running.current.signal);
    },
  });
  return {
    result: data ?? null,
    isRunning: isPending,
    error,
    run: mutate,
    clear: () => {
      running.current?.abort();
      reset();
    },
  };
}
