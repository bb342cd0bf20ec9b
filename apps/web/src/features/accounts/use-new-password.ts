import { brokenPasswordRules } from '@quarry/contracts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';

/** State of a form that sets a password. `error` is about the password, `failure` about the request. */
export function useNewPassword() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Checks the rules, then runs `send`. */
  async function submit(send: () => Promise<void>): Promise<void> {
    const broken = brokenPasswordRules(value)[0] ?? null;
    setError(broken);
    setFailure(null);
    if (broken !== null || isBusy) return;
    setBusy(true);
    try {
      await send();
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.errorCode === 'WEAK_PASSWORD') setError(thrown.message);
      else setFailure(messageOf(thrown));
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
