import { useCallback, useLayoutEffect, useRef } from 'react';
import type { TableSelection } from './types.ts';

/** Selects or deselects a row; with `isRange`, also the rows from the last toggled one to it. */
export type ToggleRow = (key: string, isRange: boolean) => void;

/** The function keeps its identity, so that memoised rows don't render again. */
export function useRowToggle(keys: readonly string[], selection: TableSelection | undefined): ToggleRow {
  const latest = useRef({ keys, selection });
  const lastToggled = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = { keys, selection };
  });
  return useCallback((key, isRange) => {
    const current = latest.current.selection;
    if (current === undefined) return;
    const isSelected = !current.selected.has(key);
    const range = isRange ? keysBetween(latest.current.keys, lastToggled.current, key) : [key];
    const selected = new Set(current.selected);
    for (const one of range) {
      if (isSelected) selected.add(one);
      else selected.delete(one);
    }
    lastToggled.current = key;
    current.onChange(selected);
  }, []);
}

/** The keys from one to another, both included; only the last if the first is not among them. */
export function keysBetween(keys: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : keys.indexOf(from), keys.indexOf(to)];
  return start < 0 || end < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
