import { useCallback, useRef, useState } from 'react';
import { hideNotification, notifyError } from '../../lib/notify.ts';
import { isNameFree } from './queries.ts';

/** What is wrong with a market's name, and ways to find out. */
export interface NameCheck {
  readonly problem: string | null;
  readonly isChecking: boolean;
  /** Asks the server when the field is left; a blank name is no question. */
  readonly checkOnBlur: (name: string) => void;
  /** Whether the name can be saved; says in the field why not. */
  readonly check: (name: string) => Promise<boolean>;
  /** Says what the server said: the name is taken. */
  readonly markTaken: () => void;
  readonly clear: () => void;
}

const TAKEN = 'Market name must be unique';
const FAILURE_TOAST = 'market-name-not-checked';

/** Checks the name of a market; `marketId` is null while it was never saved. */
export function useNameCheck(clientName: string, marketId: string | null): NameCheck {
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  // Leaving the field by pressing a button asks the same twice at once; one question is enough.
  const running = useRef<{ name: string; answer: Promise<boolean> } | null>(null);

  const ask = useCallback(
    (name: string): Promise<boolean> => {
      if (running.current?.name === name) return running.current.answer;
      setChecking(true);
      const answer = isNameFree(clientName, name, marketId).catch((error: unknown) => {
        console.debug('The name of the market could not be checked', error);
        notifyError('Failed to validate market name', { id: FAILURE_TOAST });
        return false;
      });
      const own = { name, answer };
      running.current = own;
      return answer.then((isFree) => {
        if (isFree) hideNotification(FAILURE_TOAST);
        // An answer for a name that was changed meanwhile says nothing about the new one.
        if (running.current === own) {
          running.current = null;
          setChecking(false);
          setProblem(isFree ? null : TAKEN);
        }
        return isFree;
      });
    },
    [clientName, marketId],
  );
  const clear = useCallback(() => {
    running.current = null;
    setChecking(false);
    setProblem(null);
  }, []);
  return {
    problem,
    isChecking,
    clear,
    markTaken: () => setProblem(TAKEN),
    checkOnBlur: (name) => {
      if (name.trim() !== '') void ask(name.trim());
    },
    check: async (name) => {
      if (name.trim() === '') {
        clear();
        setProblem('Please provide a name for this market');
        return false;
      }
      return ask(name.trim());
    },
  };
}
