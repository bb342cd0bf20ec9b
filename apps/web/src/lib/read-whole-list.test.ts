import { expect, it } from 'vitest';
import { readWholeList } from './read-whole-list.ts';

const PAGE_SIZE = 10;

/** Reads pages of a list, to which `onRead` may add between them. */
const pagesOf = (list: { id: string }[], onRead: () => void) => async (offset: number) => {
  const page = { items: list.slice(offset, offset + PAGE_SIZE), count: list.length };
  onRead();
  return page;
};
const things = (count: number) => Array.from({ length: count }, (_each, at) => ({ id: String(at) }));

it.each([0, 1, PAGE_SIZE, PAGE_SIZE + 1, 3 * PAGE_SIZE])('reads all of a list of %i in order', async (count) => {
  let reads = 0;
  const read = await readWholeList(pagesOf(things(count), () => (reads += 1)));
  expect(read).toEqual(things(count));
  expect(reads).toBe(Math.max(1, Math.ceil(count / PAGE_SIZE)));
});

it('has everything once if others are added in front meanwhile', async () => {
  const list = things(3 * PAGE_SIZE);
  let added = 0;
  const read = await readWholeList(
    pagesOf(list, () => {
      if (added < 3) list.unshift({ id: `new ${added++}` });
    }),
  );
  expect(read.map(({ id }) => id)).toEqual(things(3 * PAGE_SIZE).map(({ id }) => id));
});

it('ends if things are removed meanwhile', async () => {
  const list = things(2 * PAGE_SIZE);
  expect(await readWholeList(pagesOf(list, () => list.splice(PAGE_SIZE)))).toHaveLength(PAGE_SIZE);
});
