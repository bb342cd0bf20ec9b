/** A page to jump to (0-based), or a gap. */
export type PageItem = number | 'gap';

/** The pager's numbers: first, last, `around` pages on either side of the current one, and gaps between. */
export function pageNumbers(current: number, pageCount: number, around = 3): PageItem[] {
  const last = pageCount - 1;
  const from = Math.max(0, current - around);
  const to = Math.min(last, current + around);
  const items: PageItem[] = [];
  if (from > 0) items.push(0);
  // A gap of one page shows that page instead.
  if (from === 2) items.push(1);
  else if (from > 2) items.push('gap');
  for (let page = from; page <= to; page += 1) items.push(page);
  if (to === last - 2) items.push(last - 1);
  else if (to < last - 2) items.push('gap');
  if (to < last) items.push(last);
  return items;
}
