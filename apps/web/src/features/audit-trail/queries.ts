import { AUDIT_PAGE_SIZE, listAuditTrail } from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { AuditTrailSearch } from './audit-trail-search.ts';

export function auditTrailQuery(clientName: string, { page = 1, ...filters }: AuditTrailSearch) {
  const request = { ...filters, limit: AUDIT_PAGE_SIZE, offset: (page - 1) * AUDIT_PAGE_SIZE };
  return queryOptions({
    queryKey: ['audit-trail', clientName, request],
    queryFn: ({ signal }) => call(listAuditTrail, request, { client: clientName, signal }),
    placeholderData: keepPreviousData,
  });
}
