import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addSuppressions } from './suppression/add-suppressions.ts';
import { listSuppressions } from './suppression/list-suppressions.ts';
import { removeSuppression } from './suppression/remove-suppression.ts';

/** Whom accounts must not contact. */
export const contactDoors: readonly Door[] = [
  door(contracts.listSuppressions, listSuppressions),
  door(contracts.addSuppressions, addSuppressions),
  door(contracts.removeSuppression, removeSuppression),
];
