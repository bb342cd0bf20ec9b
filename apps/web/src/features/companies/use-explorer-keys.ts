import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';
import type { ExplorerPanels } from './explorer-state.ts';

/** `/` goes to the search box, `f` opens the filters. Answers the ref for the search box. */
export function useExplorerKeys(
  panels: ExplorerPanels,
  setPanels: (change: Partial<ExplorerPanels>) => void,
): RefObject<HTMLInputElement | null> {
  const search = useRef<HTMLInputElement>(null);
  const isCovered = panels.companyId !== null || panels.fieldName !== null;
  useHotkeys([
    [
      '/',
      () => {
        if (isCovered) return;
        search.current?.focus();
        search.current?.select();
      },
    ],
    [
      'f',
      () => {
        if (isCovered) return;
        if (panels.isFiltersOpen) document.getElementById('filter-panel')?.focus();
        else setPanels({ isFiltersOpen: true });
      },
    ],
  ]);
  return search;
}
