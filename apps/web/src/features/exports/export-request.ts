import {
  type DatasetExportItem,
  type DatasetExportType,
  EXPORT_ID_COLUMNS,
  type ExportFormat,
  type ExportItem,
  type ExportValues,
} from '@quarry/contracts';
import { DEFAULT_STATE, type ExplorerState } from '../datasets/explorer-state.ts';
import type { ExportRequest } from './use-start-export.ts';

/** The choices in the export dialog. */
export interface ExportChoice {
  readonly name: string;
  readonly type: DatasetExportType;
  /** Field names in order, which the ids of the company follow; null for all. */
  readonly columns: string[] | null;
  readonly format: ExportFormat;
  readonly values: ExportValues;
}

/**
 * Requests the explorer's result, or chosen companies in its order. LinkedIn's template has fixed columns and is always
 * CSV.
 */
export function exportRequest(
  state: ExplorerState,
  companyIds: readonly string[] | null,
  choice: ExportChoice,
): ExportRequest {
  const { filters, search, tab, sortBy, sortDirection } =
    companyIds === null ? state : { ...DEFAULT_STATE, ...sortOf(state) };
  const isForAds = choice.type === 'DATASET_LINKEDIN_ADS';
  return {
    exportType: choice.type,
    exportName: choice.name.trim() || null,
    exportConfig: {
      companyIds: companyIds === null ? null : [...companyIds],
      filters,
      search,
      tab,
      sortby: sortBy,
      sortdirection: sortDirection,
      columns: isForAds || choice.columns === null ? null : [...new Set([...choice.columns, ...EXPORT_ID_COLUMNS])],
      format: isForAds ? 'csv' : choice.format,
      values: choice.values,
    },
  };
}

const sortOf = ({ sortBy, sortDirection }: ExplorerState) => ({ sortBy, sortDirection });

/** Requests the same export as things are now. */
export function repeatRequest({ type, exportName, exportConfig }: ExportItem): ExportRequest {
  return { exportType: type, exportName, exportConfig };
}

/** The explorer's state when the export was started. */
export function explorerStateOf({ exportConfig }: Pick<DatasetExportItem, 'exportConfig'>): ExplorerState {
  const { filters, search, tab, sortby, sortdirection } = exportConfig;
  return { ...DEFAULT_STATE, filters, search, tab, sortBy: sortby, sortDirection: sortdirection };
}
