import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@quarry/testing';
import { expect, test } from 'vitest';
import { createListener } from './listen.ts';

test('a listener receives notifications, also after reconnecting', async () => {
  const { db, drop } = await createTestDatabase();
  let received = 0;
  const listener = createListener(db.pool, 'Some "channel"', () => received++);
  const send = () => db.asSystem((tx) => tx.execute(`select pg_notify('Some "channel"', '')`));
  const until = async (times: number) => {
    for (let round = 0; round < 200 && received < times; round++) await sleep(10);
    expect(received).toBe(times);
  };
  await listener.ensure();
  await listener.ensure();
  await send();
  await until(1);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`,
  );
  for (let round = 0; round < 200 && db.pool.totalCount > db.pool.idleCount; round++) await sleep(10);
  await listener.ensure();
  await send();
  await until(2);
  listener.stop();
  await send();
  await sleep(100);
  expect(received).toBe(2);
  await drop();
});
