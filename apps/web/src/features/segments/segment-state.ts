import type { Persona, Segment } from '@quarry/contracts';
import { formatNumber, plural } from '../../lib/format.ts';

/** A search for people waits or runs. */
export function isSearching({ searchStatus }: Pick<Persona, 'searchStatus'>): boolean {
  return searchStatus === 'QUEUED' || searchStatus === 'RUNNING';
}

/** The segment is computed or refreshed, or people are searched for it. */
export function isChanging(segment: Segment): boolean {
  return (
    segment.updateStatus === 'RUNNING' ||
    segment.refreshStatus === 'RUNNING' ||
    segment.segmentPersonas.some(isSearching)
  );
}

/** `+12 −3`; null without changes. */
export function changeText(added: number, removed: number): string | null {
  const parts = [
    ...(added > 0 ? [`+${formatNumber(added)}`] : []),
    ...(removed > 0 ? [`−${formatNumber(removed)}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

/** The tooltip of a counter. */
export function changeHint(added: number, removed: number, one: string, many: string): string {
  const total = added + removed;
  if (total === 0) return `No ${many} added or removed in the last 7 days`;
  return `${plural(added, one, many)} added and ${formatNumber(removed)} removed in the last 7 days`;
}
