import type { View } from '@quarry/contracts';

/** Views in the person's order; those that it doesn't name follow as they are. */
export function inOrder(views: readonly View[], order: readonly string[]): readonly View[] {
  const place = new Map(order.map((id, at) => [id, at]));
  return views.toSorted((one, other) => (place.get(one.id) ?? order.length) - (place.get(other.id) ?? order.length));
}

/** The order of the ids after one of them moved to another place, which may lie outside. */
export function withMoved(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id);
  if (from < 0) return ids;
  return ids.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, ids.length - 1)), 0, id);
}
