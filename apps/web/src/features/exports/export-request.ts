import type { DatasetExportType, ExportFormat, ExportItem } from '@quarry/contracts';
import { DEFAULT_STATE, type ExplorerState } from '../datasets/explorer-state.ts';
import { datasetType } from './export-status.ts';
import type { ExportRequest } from './use-start-export.ts';

/** What the person chose in the dialog. */
export interface ExportChoice {
  readonly name: string;
  readonly type: DatasetExportType;
  /** Field names in order; null for all. */
  readonly columns: string[] | null;
  readonly format: ExportFormat;
}

/** The request for an export of what the explorer found. LinkedIn's template has its own columns and is always CSV. */
export function exportRequest(state: ExplorerState, choice: ExportChoice): ExportRequest {
  const { filters, search, tab, sortBy, sortDirection } = state;
  const isForAds = choice.type === 'DATASET_LINKEDIN_ADS';
  return {
    exportType: choice.type,
    exportName: choice.name.trim() || null,
    exportConfig: {
      filters,
      search,
      tab,
      sortby: sortBy,
      sortdirection: sortDirection,
      columns: isForAds ? null : choice.columns,
      format: isForAds ? 'csv' : choice.format,
    },
  };
}

/** The request for the same export over the companies of today; null where it was not started from the dataset. */
export function requestAgain({ type, exportName, exportConfig }: ExportItem): ExportRequest | null {
  const exportType = datasetType(type);
  return exportType === null ? null : { exportType, exportName, exportConfig };
}

/** The explorer as it was when the export was started. */
export function explorerStateOf({ exportConfig }: Pick<ExportItem, 'exportConfig'>): ExplorerState {
  const { filters, search, tab, sortby, sortdirection } = exportConfig;
  return { ...DEFAULT_STATE, filters, search, tab, sortBy: sortby, sortDirection: sortdirection };
}
