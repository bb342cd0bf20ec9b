import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { isSegmentNameFree } from '../queries.ts';

const BLANK = 'Please provide a name for the segment';
const TAKEN = 'This name is already in use';

export interface SegmentNameCheck {
  readonly problem: string | null;
  readonly isChecking: boolean;
  /** True if the name can be saved; otherwise the field shows the problem. */
  readonly check: (name: string) => Promise<boolean>;
  readonly markTaken: () => void;
  readonly clear: () => void;
}

/** Checks a segment's name; `segmentId` is null for a new one. */
export function useSegmentName(clientName: string, segmentId: string | null): SegmentNameCheck {
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  // Pressing a button leaves the field too, which would send the same check twice.
  const inFlight = useRef<{ name: string; problem: Promise<string | null> } | null>(null);

  const check = useCallback(
    async (typed: string): Promise<boolean> => {
      const name = typed.trim();
      if (name === '') {
        setProblem(BLANK);
        return false;
      }
      if (inFlight.current?.name !== name) {
        inFlight.current = { name, problem: findProblem(clientName, name, segmentId) };
        setChecking(true);
      }
      const request = inFlight.current;
      const found = await request.problem;
      // A response for a name that has changed since says nothing about the new one.
      if (inFlight.current === request) {
        inFlight.current = null;
        setChecking(false);
        setProblem(found);
      }
      return found === null;
    },
    [clientName, segmentId],
  );
  const clear = useCallback(() => {
    inFlight.current = null;
    setChecking(false);
    setProblem(null);
  }, []);
  return { problem, isChecking, check, clear, markTaken: () => setProblem(TAKEN) };
}

async function findProblem(clientName: string, name: string, segmentId: string | null): Promise<string | null> {
  try {
    return (await isSegmentNameFree(clientName, name, segmentId)) ? null : TAKEN;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 0 ? 'Failed to validate name (Network Error)' : error.message;
  }
}
