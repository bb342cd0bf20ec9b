import type { ComponentType } from 'react';
import { AddToSegment } from './AddToSegment.tsx';
import { CopyDomains } from './CopyDomains.tsx';
import { ExcludeSelected } from './ExcludeSelected.tsx';
import { ExportSelected } from './ExportSelected.tsx';
import { FilterToSelected } from './FilterToSelected.tsx';
import { OpenInSalesNavigator } from './OpenInSalesNavigator.tsx';
import { SyncSelected } from './SyncSelected.tsx';
import type { SelectedCompanies } from './selection.ts';

export interface SelectionActionProps {
  readonly selected: SelectedCompanies;
  /** Clears the selection. */
  readonly onDone: () => void;
}

/** The actions on selected companies, in the order of the bar. Each is a button that hides itself where it does not apply. */
export const SELECTION_ACTIONS: readonly ComponentType<SelectionActionProps>[] = [
  AddToSegment,
  ExportSelected,
  SyncSelected,
  OpenInSalesNavigator,
  CopyDomains,
  FilterToSelected,
  ExcludeSelected,
];
