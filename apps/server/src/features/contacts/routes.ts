import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { erasePerson } from './erasure/erase-person.ts';
import { findPerson } from './erasure/find-person.ts';
import { addSuppressions } from './suppression/add-suppressions.ts';
import { listSuppressions } from './suppression/list-suppressions.ts';
import { removeSuppression } from './suppression/remove-suppression.ts';

/** Whom accounts may contact. */
export const contactDoors: readonly Door[] = [
  door(contracts.listSuppressions, listSuppressions),
  door(contracts.addSuppressions, addSuppressions),
  door(contracts.removeSuppression, removeSuppression),
  door(contracts.findPerson, findPerson),
  door(contracts.erasePerson, erasePerson),
];
