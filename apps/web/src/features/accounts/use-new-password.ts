import { brokenPasswordRules } from '@quarry/contracts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';

/** State of a form that sets a password: what is typed, what is wrong with it, what went wrong otherwise. */
export function useNewPassword() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Checks the rules, then runs `send`; answers whether it went through. A weak password is explained at the field. */
  async function submit(send: () => Promise<void>): Promise<boolean> {
    const broken = brokenPasswordRules(value)[0] ?? null;
    setError(broken);
    setFailure(null);
    if (broken !== null || isBusy) return false;
    setBusy(true);
    try {
      await send();
      return true;
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.errorCode === 'WEAK_PASSWORD') setError(thrown.message);
      else setFailure(messageOf(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }

  function change(next: string) {
    setValue(next);
    setError(null);
  }

  return { value, change, error, failure, isBusy, submit };
}
