import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { listAuditTrail } from './list-audit-trail.ts';

/** What was changed in an account, for its administrators. */
export const auditTrailDoors: readonly Door[] = [door(contracts.listAuditTrail, listAuditTrail)];
