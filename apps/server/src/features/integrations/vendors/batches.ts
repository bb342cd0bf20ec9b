/** The items in order, at most `size` at a time. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** The items in order, as many at a time as fit into a size. */
export function* batchesWithin<Item>(
  items: readonly Item[],
  maxSize: number,
  sizeOf: (item: Item) => number,
): Generator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for (const item of items) {
    const more = sizeOf(item);
    if (batch.length > 0 && size + more > maxSize) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += more;
  }
  if (batch.length > 0) yield batch;
}
