import type { Estimate, EstimationConfig } from '@quarry/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { estimateCriteria } from './estimate-criteria.ts';

export interface EstimateState {
  readonly result: Estimate | null;
  readonly isRunning: boolean;
  /** 0 to 1; null while unknown. */
  readonly progress: number | null;
  readonly error: unknown;
  /** The rules that the server refused. */
  readonly ruleProblems: ReadonlyMap<string, string>;
  /** The criteria changed since the result. */
  readonly isStale: boolean;
  readonly run: () => void;
  readonly stop: () => void;
}

const NOTHING = { result: null, isRunning: false, progress: null, error: null } as const;

/** Estimates criteria when asked to; the last result stays until the next one. */
export function useEstimate(config: EstimationConfig): EstimateState {
  const [state, setState] = useState<Pick<EstimateState, 'result' | 'isRunning' | 'progress' | 'error'>>(NOTHING);
  const [estimated, setEstimated] = useState<EstimationConfig | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = useCallback(() => {
    running.current?.abort();
    setState((old) => ({ ...old, isRunning: false, progress: null }));
  }, []);
  const run = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState((old) => ({ ...old, isRunning: true, progress: null, error: null }));
    const onProgress = (progress: number | null) => setState((old) => ({ ...old, progress }));
    estimateCriteria(config, { signal, onProgress }).then(
      (result) => {
        if (signal.aborted) return;
        setEstimated(config);
        setState({ result, isRunning: false, progress: null, error: null });
      },
      (error: unknown) => {
        if (!signal.aborted) setState((old) => ({ ...old, isRunning: false, progress: null, error }));
      },
    );
  };
  return {
    ...state,
    ruleProblems: new Map(ruleProblemsOf(state.error).map(({ ruleId, reason }) => [ruleId, reason])),
    isStale: state.result !== null && estimated !== config,
    run,
    stop,
  };
}
