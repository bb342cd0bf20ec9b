import { sql } from '@quarry/postgres';
import { createTestDatabase } from '@quarry/testing';
import { expect, test } from 'vitest';
import { serialiseError } from './serialise-error.ts';

test('the log keeps the error, but no values of the statement', async () => {
  const database = await createTestDatabase();
  try {
    const failed = await database.db
      .asSystem((tx) => tx.execute(sql`select 1 / 0 where ${'hunter2\n    at /secret'} = ''`))
      .catch((error: unknown) => error);
    expect(String(failed)).toContain('hunter2');
    const kept = serialiseError(failed);
    expect(kept).toMatchObject({ cause: { code: '22012', message: 'division by zero' } });
    expect(JSON.stringify(kept)).not.toMatch(/hunter2|secret/);
    expect(JSON.stringify(kept)).toContain('serialise-error.test.ts');
  } finally {
    await database.drop();
  }
});
