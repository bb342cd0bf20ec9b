import { AUDIT_PAGE_SIZE, type AuditEntry, getAuditEntry, listAuditTrail } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { AuditTrailSearch } from './audit-trail-search.ts';

export function auditTrailQuery(clientName: string, { page = 1, entry: _entry, ...filters }: AuditTrailSearch) {
  const request = { ...filters, limit: AUDIT_PAGE_SIZE, offset: (page - 1) * AUDIT_PAGE_SIZE };
  return queryOptions({
    queryKey: ['audit-trail', clientName, request],
    queryFn: ({ signal }) => call(listAuditTrail, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One entry; `listed` is used at once if it is that entry. */
export function auditEntryQuery(clientName: string, entryId: string, listed: AuditEntry | undefined) {
  return queryOptions({
    queryKey: ['audit-entry', clientName, entryId],
    queryFn: async ({ signal }) => (await call(getAuditEntry, { entryId }, { client: clientName, signal })).entry,
    initialData: listed,
    // Entries never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
