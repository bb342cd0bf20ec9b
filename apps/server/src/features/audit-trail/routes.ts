import { listAuditTrail } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { readAuditTrail } from './list-audit-trail.ts';

/** What was changed in an account, for its administrators. */
export const auditTrailDoors: readonly Door[] = [door(listAuditTrail, readAuditTrail)];
