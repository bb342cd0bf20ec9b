import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { listAuditTrail } from './list-audit-trail.ts';

/** The changes to an account, for its administrators. */
export const auditTrailDoors: readonly Door[] = [
  door(contracts.listAuditTrail, listAuditTrail),
  door(contracts.getAuditEntry, getAuditEntry),
];
