import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';
import type { ExplorerPanels } from './explorer-state.ts';

/** `/` goes to the search box, `f` opens and closes the filters. Answers the ref for the search box. */
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
        if (!isCovered) setPanels({ isFiltersOpen: !panels.isFiltersOpen });
      },
    ],
  ]);
  return search;
}
