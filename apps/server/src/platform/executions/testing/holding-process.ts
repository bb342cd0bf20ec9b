import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { createExecutions } from '../executions.ts';

// A process that begins to work on one question and never finishes, so that it can be killed there.
const [connectionString, clientId] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && clientId !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const question = { clientId, kind: 'test', inputHash: 'held', requestedBy: 'me', timeoutMs: 60_000 };
  const token = await createExecutions({ db, log }).start(
    { ...question, reuseForMs: 0, mostRunning: 10 },
    () => new Promise<never>(() => undefined),
  );
  process.stdout.write(token);
}
