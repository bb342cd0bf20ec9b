import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { erasePerson } from './erase-person.ts';
import { findPeopleByName } from './find-people-by-name.ts';
import { findPerson } from './find-person.ts';
import { listErasures } from './list-erasures.ts';

/** The deletion of people on request, for staff. */
export const erasureDoors: readonly Door[] = [
  door(contracts.findPeopleByName, findPeopleByName),
  door(contracts.findPerson, findPerson),
  door(contracts.erasePerson, erasePerson),
  door(contracts.listErasures, listErasures),
];
