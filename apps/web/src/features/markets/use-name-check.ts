import { useCallback, useRef, useState } from 'react';
import { hideNotification, notifyError } from '../../lib/notify.ts';
import { isNameFree } from './queries.ts';

export interface NameCheck {
  readonly problem: string | null;
  readonly isChecking: boolean;
  /** Checks with the server, except for a blank name. */
  readonly checkOnBlur: (name: string) => void;
  /** Returns true if the name can be saved; otherwise the field shows the problem. */
  readonly check: (name: string) => Promise<boolean>;
  /** Shows that the server rejected the name as taken. */
  readonly markTaken: () => void;
  readonly clear: () => void;
}

const TAKEN = 'Market name must be unique';
const FAILURE_TOAST = 'market-name-not-checked';

/** Checks a market's name; `marketId` is null if it was never saved. */
export function useNameCheck(clientName: string, marketId: string | null): NameCheck {
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  // Pressing a button leaves the field too, which would send the same check twice.
  const inFlight = useRef<{ name: string; isFree: Promise<boolean> } | null>(null);

  const checkWithServer = useCallback(
    (name: string): Promise<boolean> => {
      if (inFlight.current?.name === name) return inFlight.current.isFree;
      setChecking(true);
      const response = isNameFree(clientName, name, marketId).catch((error: unknown) => {
        console.debug('The market name could not be checked', error);
        notifyError('Failed to validate market name', { id: FAILURE_TOAST });
        return false;
      });
      const request = { name, isFree: response };
      inFlight.current = request;
      return response.then((isFree) => {
        if (isFree) hideNotification(FAILURE_TOAST);
        // A response for a name that has changed since says nothing about the new one.
        if (inFlight.current === request) {
          inFlight.current = null;
          setChecking(false);
          setProblem(isFree ? null : TAKEN);
        }
        return isFree;
      });
    },
    [clientName, marketId],
  );
  const clear = useCallback(() => {
    inFlight.current = null;
    setChecking(false);
    setProblem(null);
  }, []);
  return {
    problem,
    isChecking,
    clear,
    markTaken: () => setProblem(TAKEN),
    checkOnBlur: (name) => {
      if (name.trim() !== '') void checkWithServer(name.trim());
    },
    check: async (name) => {
      if (name.trim() === '') {
        clear();
        setProblem('Please provide a name for this market');
        return false;
      }
      return checkWithServer(name.trim());
    },
  };
}
