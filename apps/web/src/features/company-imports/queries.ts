import {
  COMPANY_IMPORTS_PAGE_SIZE,
  type CompanyImportView,
  type CompanyMapping,
  checkCompanyFile,
  checkImportUndo,
  getCompanyImport,
  listCompanyImports,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const POLL_MS = 15_000;
const ACTIVE_POLL_MS = 2_000;

const isActive = ({ status, undo }: CompanyImportView): boolean =>
  status === 'WAITING' || status === 'PROCESSING' || undo.isRunning;

export const importsKey = ['company-imports'];

/** One page (0-based) of the imports. */
export function companyImportsQuery(pageIndex: number) {
  const request = { limit: COMPANY_IMPORTS_PAGE_SIZE, offset: pageIndex * COMPANY_IMPORTS_PAGE_SIZE };
  return queryOptions({
    queryKey: [...importsKey, 'list', request],
    queryFn: ({ signal }) => call(listCompanyImports, request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) === true ? ACTIVE_POLL_MS : POLL_MS),
  });
}

/** One import with its report. */
export function companyImportQuery(importId: string) {
  return queryOptions({
    queryKey: [...importsKey, importId],
    queryFn: ({ signal }) => call(getCompanyImport, { importId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isActive(state.data.companyImport) ? ACTIVE_POLL_MS : POLL_MS,
  });
}

/** How an uploaded file would be read; without a mapping, its columns decide. */
export function fileCheckQuery(fileId: string, mapping: CompanyMapping | null) {
  return queryOptions({
    queryKey: [...importsKey, 'check', fileId, mapping],
    queryFn: ({ signal }) => call(checkCompanyFile, { fileId, ...(mapping === null ? {} : { mapping }) }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What the undo of an import would do, as of now. */
export function undoCheckQuery(importId: string) {
  return queryOptions({
    queryKey: [...importsKey, importId, 'undo'],
    queryFn: ({ signal }) => call(checkImportUndo, { importId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
