/**
 * Reads a list page after page until its end. Something that moves to a later page while others are added comes once.
 */
export async function readWholeList<Item extends { readonly id: string }>(
  readPage: (offset: number) => Promise<{ readonly items: readonly Item[]; readonly count: number }>,
): Promise<Item[]> {
  const byId = new Map<string, Item>();
  for (let offset = 0; ; ) {
    const { items, count } = await readPage(offset);
    for (const item of items) byId.set(item.id, item);
    offset += items.length;
    if (items.length === 0 || offset >= count) return [...byId.values()];
  }
}
