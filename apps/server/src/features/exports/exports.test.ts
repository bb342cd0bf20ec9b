import { setTimeout as sleep } from 'node:timers/promises';
import {
  cancelExport,
  downloadExport,
  EXPORT_TTL_HOURS,
  type ExportItem,
  getExport,
  listExports,
  startExport,
} from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { csvExports } from '@quarry/postgres/tables/exports';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailError, type MailFailure } from '#server/platform/mail.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import type { Caller } from '#server/testing/test-server.ts';
import { removeFinished } from './export-upkeep.ts';
import { frozenRowsPrefix } from './exports.sql.ts';
import { mailExport } from './mail-export.ts';
import { folderOf } from './run-export.ts';
import { type ExportsWorld, openExportsWorld, readStrictCsv } from './testing/exports-world.ts';

let world: ExportsWorld;
let user: Caller;
let admin: Caller;
let colleague: Caller;
let stranger: Caller;

beforeAll(async () => {
  world = await openExportsWorld();
  const { platform } = world.server;
  const client = world.client.name;
  user = { token: world.user.token, client };
  admin = { token: world.admin.token, client };
  colleague = { token: (await signedInPerson(platform, { memberOf: { [world.client.id]: ['USER'] } })).token, client };
  const theirs = await createTestClient(platform, 'theirs');
  const outsider = await signedInPerson(platform, { memberOf: { [theirs]: ['USER', 'ADMIN'] } });
  stranger = { token: outsider.token, client: 'theirs' };
}, 120_000);
afterAll(() => world.close());

type Start = Parameters<typeof world.server.call<typeof startExport>>[1];

const start = async (input: Partial<Start> = {}, caller = user): Promise<ExportItem> => {
  const exportConfig = { columns: ['name', '__domain'], ...input.exportConfig };
  return (await world.server.call(startExport, { exportType: 'DATASET', ...input, exportConfig }, caller)).export;
};
const read = async (id: string): Promise<ExportItem> => (await world.server.call(getExport, { id }, user)).export;
const ended = async (id: string): Promise<ExportItem> => {
  for (;;) {
    const item = await read(id);
    if (item.status !== 'WAITING' && item.status !== 'PROCESSING') return item;
    await sleep(20);
  }
};
const mailsAbout = async (id: string) =>
  ((await world.server.platform.mailer.outbox?.()) ?? []).filter(({ text }) => text.includes(id));
const upkeep = () => ({ ...world.server.platform, enqueue: world.server.platform.jobs.enqueue });
const follow = (url: string) =>
  world.server.app.inject({ method: 'GET', url: url.replace(world.server.platform.config.publicUrl, '') });

describe('an export', () => {
  test('runs, is mailed once to its requester, and has signed download links', async () => {
    const exportName = 'Über "alles"/../x.csv';
    const started = await start({ exportName });
    expect(started).toMatchObject({ status: 'WAITING', progress: 0, parts: [], isExpired: false, completedAt: null });
    const item = await ended(started.id);
    expect(item).toMatchObject({
      status: 'COMPLETE',
      progress: 1,
      requestedByUserEmail: world.user.email,
      exportConfig: { columns: ['name', '__domain'], format: 'csv', tab: 'ALL' },
      parts: [{ filename: 'Über -alles--..-x.csv', downloadUrl: null, rows: item.rowCount }],
    });
    const keptFor = Date.parse(item.expiresAt ?? '') - Date.parse(item.completedAt ?? '');
    expect(keptFor).toBe(EXPORT_TTL_HOURS * 3_600_000);

    const { parts } = await world.server.call(downloadExport, { id: item.id, filename: 'Q4 – Ziele' }, user);
    expect(parts.map(({ filename }) => filename)).toEqual(['Q4 – Ziele.csv']);
    const file = await follow(parts[0]?.downloadUrl ?? '');
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="Q4 _ Ziele.csv"; filename*=UTF-8''Q4%20%E2%80%93%20Ziele.csv`,
    );
    expect(file.rawPayload.length).toBe(item.parts[0]?.bytes);
    expect(readStrictCsv(file.body.slice(1))).toHaveLength((item.rowCount ?? 0) + 1);

    await expect.poll(() => mailsAbout(item.id)).toHaveLength(1);
    const [mail] = await mailsAbout(item.id);
    expect(mail).toMatchObject({ to: world.user.email, subject: 'Your export is ready' });
    expect(mail?.text).toContain(`http://quarry.test/app/${world.client.name}/exports/${item.id}`);
    expect(mail?.text).not.toContain('/api/files');
    // As if the process had been killed between the mail and the end of its job.
    await mailExport(world.server.platform, { clientId: world.client.id, exportId: item.id });
    expect(await mailsAbout(item.id)).toHaveLength(1);

    const actions = await world.server.platform.db.asSystem((tx) =>
      tx
        .select({ action: auditLog.action, target: auditLog.target })
        .from(auditLog)
        .where(eq(auditLog.targetId, item.id))
        .orderBy(auditLog.id),
    );
    expect(actions).toEqual([
      { action: 'export.started', target: exportName },
      { action: 'export.downloaded', target: exportName },
    ]);
  });

  test('is mailed by the next attempt after the mail server refused', async () => {
    const id = (await ended((await start()).id)).id;
    await expect.poll(() => mailsAbout(id)).toHaveLength(1);
    const { platform } = world.server;
    await platform.db.asSystem((tx) => tx.update(csvExports).set({ mailedAt: null }).where(eq(csvExports.id, id)));
    const refuse = (failure: MailFailure) => ({
      ...platform.mailer,
      send: () => Promise.reject(new MailError(failure)),
    });
    const input = { clientId: world.client.id, exportId: id };
    await expect(mailExport({ ...platform, mailer: refuse('unreachable') }, input)).rejects.toThrow();
    expect((await world.row(id)).mailedAt).toBeNull();
    // The connection broke after the text was sent: it may have arrived, so no second mail.
    await expect(mailExport({ ...platform, mailer: refuse('unclear') }, input)).rejects.toThrow();
    await mailExport(platform, input);
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test('runs alone in its account while others wait', async () => {
    const started = await Promise.all([start(), start(), start()]);
    const items = await Promise.all(started.map(({ id }) => ended(id)));
    expect(items.every(({ status }) => status === 'COMPLETE')).toBe(true);
    const rows = await world.server.platform.db.asSystem((tx) =>
      tx
        .select({ startedAt: jobs.startedAt, finishedAt: jobs.finishedAt })
        .from(jobs)
        .where(and(eq(jobs.clientId, world.client.id), eq(jobs.type, 'csv-export')))
        .orderBy(jobs.startedAt),
    );
    rows.slice(1).forEach(({ startedAt }, at) => {
      expect(startedAt?.getTime()).toBeGreaterThanOrEqual(rows[at]?.finishedAt?.getTime() ?? Infinity);
    });
  });

  test('is visible to its owner and admins only', async () => {
    const { id } = await ended((await start()).id);
    for (const endpoint of [getExport, downloadExport, cancelExport]) {
      for (const other of [colleague, stranger]) {
        expect((await world.server.refused(endpoint, { id }, other)).status).toBe(404);
      }
    }
    expect((await world.server.call(getExport, { id }, admin)).export.id).toBe(id);
    const { items, count } = await world.server.call(listExports, { limit: 2, offset: 0 }, admin);
    expect(items.map((item) => item.id)).toContain(id);
    expect([items.length, count > 2]).toEqual([2, true]);
    const mine = await world.server.call(listExports, { limit: 100 }, user);
    expect(mine.items.map((item) => item.id)).toContain(id);
    expect(new Set(mine.items.map((item) => item.requestedByUserEmail))).toEqual(new Set([world.user.email]));
    expect(mine.count).toBe(mine.items.length);
    expect(await world.server.call(listExports, {}, colleague)).toEqual({ items: [], count: 0 });
    expect(await world.server.call(listExports, {}, stranger)).toEqual({ items: [], count: 0 });
  });

  test('is refused for invalid input', async () => {
    const refused = async (input: object) => {
      const { status, body } = await world.server.refused(
        startExport,
        { exportType: 'DATASET', exportConfig: {}, ...input },
        user,
      );
      return [status, body.errorCode, body.message];
    };
    expect(await refused({ exportConfig: { columns: ['name', 'nope'] } })).toEqual([
      422,
      'VALIDATION_FAILED',
      'The dataset does not have these columns: nope.',
    ]);
    expect((await refused({ exportName: 'x'.repeat(256) }))[0]).toBe(422);
    expect((await start({ exportName: 'x'.repeat(255) })).exportName).toHaveLength(255);
    const [status, , message] = await refused({ exportType: 'OTHER' });
    expect(status).toBe(422);
    expect(message).toMatch(/^Only these exports can be started here/);
    const errorsOfHubspot = { exportType: 'CRM_ERRORS', exportConfig: { integrationType: 'HUBSPOT' } };
    expect((await refused(errorsOfHubspot))[0]).toBe(403);
    expect((await refused({ exportConfig: { sortby: 'nope' } }))[0]).toBe(422);
    const rules = [{ id: 'r', field: 'nope', operator: 'exists' }];
    expect((await refused({ exportConfig: { filters: { id: 'g', combinator: 'and', rules } } }))[1]).toBe(
      'INVALID_FILTER',
    );
    expect((await refused({ exportType: 'DATASET_LINKEDIN_ADS', exportConfig: { format: 'parquet' } }))[0]).toBe(422);
    const unbuilt = { exportType: 'DATASET', exportConfig: {} };
    expect((await world.server.refused(startExport, unbuilt, stranger)).body.errorCode).toBe('DATASET_NOT_BUILT');
  });

  test('that failed or was cancelled has no parts and leaves no files', async () => {
    const { platform } = world.server;
    let cancelledId = '';
    for (const [status, expected] of [
      ['ERROR', 'FAILED'],
      ['CANCELLED', 'CANCELLED'],
    ] as const) {
      const id = await world.createExport({ columns: ['name'] });
      if (status === 'CANCELLED') cancelledId = id;
      const { crashed } = await world.run(id, { limits: { rows: 50 }, crashAt: 4 });
      expect(crashed).toBe(true);
      const [job] = await platform.db.asSystem((tx) =>
        tx
          .insert(jobs)
          .values({ clientId: world.client.id, type: 'csv-export', input: {}, status, error: 'It broke.' })
          .returning(),
      );
      await platform.db.asSystem((tx) => tx.update(csvExports).set({ jobId: job?.id }).where(eq(csvExports.id, id)));
      const shown = await read(id);
      expect(shown).toMatchObject({ status: expected, parts: [], error: status === 'ERROR' ? 'It broke.' : null });
      expect((await world.server.refused(downloadExport, { id }, user)).status).toBe(409);
      const folder = folderOf(await world.row(id));
      const files = async () => [...(await platform.files.listAll(folder, { recursive: true })).objects].length;
      expect(await files()).toBeGreaterThan(0);
      await removeFinished(upkeep(), new Date());
      expect(await files()).toBe(0);
      expect(await world.row(id)).toMatchObject({ status: expected, parts: [] });
      expect((await world.frozenTables()).filter((name) => name.startsWith(frozenRowsPrefix(id)))).toEqual([]);
      expect(await read(id)).toEqual(shown);
      await removeFinished(upkeep(), new Date());
      if (status === 'CANCELLED') continue;
      await expect.poll(() => mailsAbout(id)).toHaveLength(1);
      const [mail] = await mailsAbout(id);
      expect(mail).toMatchObject({ to: world.user.email, subject: 'Your export failed' });
      expect(mail?.text).toContain('It broke.');
      expect(mail?.text).toContain(`/app/${world.client.name}/exports/${id}`);
    }
    // Nobody needs a mail about what they cancelled.
    expect((await mailsAbout(cancelledId)).length).toBe(0);
  });

  test('can be cancelled while it waits, but not after it ended', async () => {
    const [one, other] = [await start({ exportConfig: { columns: null } }), await start()];
    const { export: cancelled } = await world.server.call(cancelExport, { id: other.id }, user);
    expect(['CANCELLED', 'PROCESSING', 'WAITING']).toContain(cancelled.status);
    expect((await ended(other.id)).status).toBe('CANCELLED');
    expect((await ended(one.id)).status).toBe('COMPLETE');
    expect((await world.server.refused(cancelExport, { id: one.id }, user)).status).toBe(409);
  });

  test('expires with its files and its links; the record stays', async () => {
    const { platform } = world.server;
    const { id } = await ended((await start()).id);
    const { parts } = await world.server.call(downloadExport, { id }, user);
    const folder = folderOf(await world.row(id));
    await removeFinished(upkeep(), new Date());
    expect((await follow(parts[0]?.downloadUrl ?? '')).statusCode).toBe(200);
    await removeFinished(upkeep(), new Date(Date.now() + EXPORT_TTL_HOURS * 3_600_000 + 1000));
    expect((await follow(parts[0]?.downloadUrl ?? '')).statusCode).toBe(404);
    expect([...(await platform.files.listAll(folder)).objects]).toEqual([]);
    await platform.db.asSystem((tx) =>
      tx.update(csvExports).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(csvExports.id, id)),
    );
    expect(await read(id)).toMatchObject({ status: 'COMPLETE', isExpired: true, parts: [{ downloadUrl: null }] });
    const refused = await world.server.refused(downloadExport, { id }, user);
    expect([refused.status, refused.body.message]).toEqual([409, 'Download has expired. Please request again.']);
  });
});
