import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@quarry/testing';
import { expect, test } from 'vitest';
import { createListener } from './listen.ts';

test('a listener hears what is sent, and again once a lost connection was replaced', async () => {
  const { db, drop } = await createTestDatabase();
  let heard = 0;
  const listener = createListener(db.pool, 'Some "channel"', () => heard++);
  const send = () => db.asSystem((tx) => tx.execute(`select pg_notify('Some "channel"', '')`));
  const until = async (times: number) => {
    for (let round = 0; round < 200 && heard < times; round++) await sleep(10);
    expect(heard).toBe(times);
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
  expect(heard).toBe(2);
  await drop();
});
