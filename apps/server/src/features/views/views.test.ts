import {
  createTag,
  createView,
  deleteTag,
  deleteView,
  listViews,
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  updateView,
  VIEW_NAME_MAX,
  type View,
} from '@quarry/contracts';
import type { FilterGroup, RuleValue } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { views } from '@quarry/postgres/tables/views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let ann: Caller;
let ben: Caller;
let admin: Caller;

const rule = (field: string, operator: string, value?: RuleValue): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'rule', field, operator, value }],
});
const columns = { order: ['country', 'employee_count'], hidden: ['revenue'], widths: { country: 200 }, pinned: [] };
const content = {
  filters: rule('country', 'isOneOf', ['DE']),
  search: 'gmbh',
  tab: 'ALL',
  sortby: 'employee_count',
  sortdirection: 'asc',
  columns,
} as const;
const make = async (name: string, more: object = {}, caller = ann): Promise<View> =>
  (await server.call(createView, { name, ...content, ...more }, caller)).view;
const namesFor = async (caller: Caller) => (await server.call(listViews, {}, caller)).views.map(({ name }) => name);

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 50 });
  const person = async (...permissions: ('USER' | 'ADMIN')[]): Promise<Caller> => {
    const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: permissions } });
    return { token, client: ours.name };
  };
  ann = await person('USER');
  ben = await person('USER');
  admin = await person('USER', 'ADMIN');
}, 120_000);
afterAll(() => server.close());

describe('a view', () => {
  test('keeps the search and the columns that it was made with', async () => {
    const made = await make('  German  ');
    expect(made).toMatchObject({ name: 'German', ...content, isShared: false, isOwn: true, isEditable: true });
    expect((await server.call(listViews, {}, ann)).views).toContainEqual(made);
    await server.call(deleteView, { id: made.id }, ann);
    expect(await namesFor(ann)).toEqual([]);
  });

  test('is seen by its owner alone until it is shared', async () => {
    const { id } = await make('Mine');
    expect(await namesFor(ben)).toEqual([]);
    expect(await namesFor(admin)).toEqual([]);
    for (const stranger of [ben, admin]) {
      expect((await server.refused(updateView, { id, name: 'Yours' }, stranger)).status).toBe(404);
      expect((await server.refused(deleteView, { id }, stranger)).status).toBe(404);
    }
    await server.call(updateView, { id, isShared: true }, ann);
    const { views: shared } = await server.call(listViews, {}, ben);
    expect(shared).toMatchObject([{ id, name: 'Mine', isShared: true, isOwn: false, isEditable: false }]);
    await server.call(updateView, { id, isShared: false }, ann);
    expect(await namesFor(ben)).toEqual([]);
  });

  test('that is shared is changed by its owner and administrators', async () => {
    const { id } = await make('For all', { isShared: true });
    for (const refused of [
      await server.refused(updateView, { id, name: 'Taken over' }, ben),
      await server.refused(deleteView, { id }, ben),
      await server.refused(updateView, { id, isShared: false }, admin),
    ]) {
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'FORBIDDEN']);
    }
    const { view } = await server.call(updateView, { id, name: 'For everyone' }, admin);
    expect(view).toMatchObject({ name: 'For everyone', isShared: true, isOwn: false, isEditable: true });
    await server.call(deleteView, { id }, admin);
    expect(await namesFor(ann)).not.toContain('For everyone');
  });

  test('is not overwritten by someone who has not seen the latest change', async () => {
    const { id, version } = await make('Contested', { isShared: true });
    const save = { id, baseVersion: version, content: { ...content, search: 'ann' } };
    const { view } = await server.call(updateView, save, ann);
    expect(view).toMatchObject({ search: 'ann', version: version + 1 });
    const late = await server.refused(updateView, { ...save, content: { ...content, search: 'late' } }, admin);
    expect([late.status, late.body.errorCode]).toEqual([409, 'RESOURCE_OUT_OF_SYNC']);
    const { views: all } = await server.call(listViews, {}, ann);
    expect(all.find((view) => view.id === id)).toEqual(view);
  });

  test('stays when a data point or tag that it uses is gone, says so, and can be renamed', async () => {
    const { talkTrack } = await server.call(createTag, { name: 'Short-lived', filters: content.filters }, ann);
    const tagged = await make('Tagged', { filters: rule('__tags', 'containsAnyOf', [talkTrack.id]) });
    expect(tagged.problem).toBeNull();
    await server.call(deleteTag, { id: talkTrack.id }, ann);
    const gone = await make('Gone');
    const stored = { ...content, filters: rule('gone_field', 'exists'), sortby: 'gone_sort' };
    await server.platform.db.asSystem((tx) => tx.update(views).set({ content: stored }).where(eq(views.id, gone.id)));
    const listed = await server.call(listViews, {}, ann);
    const problemOf = (id: string) => listed.views.find((view) => view.id === id)?.problem;
    expect(problemOf(tagged.id)).toBe('It filters by a tag that no longer exists');
    expect(problemOf(gone.id)).toBe('It uses data points that this account no longer has: gone_field, gone_sort');
    const { view } = await server.call(updateView, { id: gone.id, name: 'Still gone' }, ann);
    expect(view).toMatchObject({ name: 'Still gone', sortby: 'gone_sort', problem: problemOf(gone.id) });
  });
});

describe('refuses', () => {
  test.each([
    ['no name', { name: ' ' }, 'VALIDATION_FAILED'],
    ['a long name', { name: 'x'.repeat(VIEW_NAME_MAX + 1) }, 'VALIDATION_FAILED'],
    ['no columns', { columns: undefined }, 'VALIDATION_FAILED'],
    ['too many columns', { columns: { ...columns, order: Array(501).fill('x') } }, 'VALIDATION_FAILED'],
    ['an unknown sort', { sortby: 'nope' }, 'VALIDATION_FAILED'],
    ['an unknown field', { filters: rule('nope', 'exists') }, 'INVALID_FILTER'],
    ['an unknown tag', { filters: rule('__tags', 'containsAnyOf', ['nobody']) }, 'INVALID_FILTER'],
  ])('%s', async (_name, more, code) => {
    const { status, body } = await server.refused(createView, { name: 'Fine', ...content, ...more }, ann);
    expect([status, body.errorCode]).toEqual([422, code]);
  });

  test('a second name of the same person, ignoring case, but not of another person', async () => {
    const { id } = await make('Unique');
    const other = await make('Other');
    for (const refused of [
      await server.refused(createView, { name: 'UNIQUE', ...content }, ann),
      await server.refused(updateView, { id: other.id, name: ' unique ' }, ann),
    ]) {
      expect([refused.status, refused.body.errorCode, refused.body.message]).toEqual([
        409,
        'NAME_TAKEN',
        'View name must be unique',
      ]);
    }
    expect((await make('Unique', {}, ben)).name).toBe('Unique');
    expect((await server.refused(updateView, { id }, ann)).body.errorCode).toBe('VALIDATION_FAILED');
  });

  test('views of other accounts', async () => {
    const { id } = await make('Ours', { isShared: true });
    const theirs = await buildTestDataset(server.platform, { name: 'theirs', companies: 0 });
    const { token } = await signedInPerson(server.platform, { memberOf: { [theirs.id]: ['USER', 'ADMIN'] } });
    const stranger = { token, client: theirs.name };
    expect(await namesFor(stranger)).toEqual([]);
    expect((await server.refused(updateView, { id, name: 'Mine' }, stranger)).status).toBe(404);
    expect((await server.refused(deleteView, { id }, stranger)).status).toBe(404);
  });

  test('more views than a person or an account can have', async () => {
    const fill = async (isShared: boolean, limit: number) => {
      const { views: seen } = await server.call(listViews, {}, admin);
      const missing = limit - seen.filter((view) => view.isShared === isShared).length;
      for (let at = 0; at < missing; at += 1) await make(`${isShared} ${at}`, { isShared }, admin);
      return server.refused(createView, { name: 'One more', ...content, isShared }, admin);
    };
    expect((await fill(false, MAX_OWN_VIEWS)).body).toMatchObject({ errorCode: 'CONFLICT' });
    expect((await fill(true, MAX_SHARED_VIEWS)).body).toMatchObject({ errorCode: 'CONFLICT' });
    const { views: seen } = await server.call(listViews, {}, admin);
    const own = seen.find((view) => view.isOwn && !view.isShared);
    expect((await server.refused(updateView, { id: own?.id ?? '', isShared: true }, admin)).status).toBe(409);
  }, 60_000);

  test('a view before the first build, but lists none', async () => {
    const id = await createTestClient(server.platform, 'unbuilt');
    const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
    const caller = { token, client: 'unbuilt' };
    expect((await server.refused(createView, { name: 'Early', ...content }, caller)).body.errorCode).toBe(
      'DATASET_NOT_BUILT',
    );
    expect(await namesFor(caller)).toEqual([]);
  });
});
