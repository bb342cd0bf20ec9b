import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { createExecutions } from '../executions.ts';

// Starts one execution that never finishes, for a test that kills the process.
const [connectionString, clientId] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && clientId !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const request = { clientId, kind: 'test', inputHash: 'held', requestedBy: 'me', timeoutMs: 60_000 };
  const token = await createExecutions({ db, log }).start(
    { ...request, resultTtlMs: 0, maxConcurrent: 10 },
    () => new Promise<never>(() => undefined),
  );
  process.stdout.write(token);
}
