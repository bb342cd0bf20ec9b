import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { cancelPersonaSearch } from './cancel-persona-search.ts';
import { createPersona } from './create-persona.ts';
import { deletePersona } from './delete-persona.ts';
import { getPersona } from './get-persona.ts';
import { listPersonas } from './list-personas.ts';
import { startPersonaSearch } from './start-persona-search.ts';
import { updatePersona } from './update-persona.ts';
import { validatePersonaName } from './validate-persona-name.ts';

export const personaDoors: readonly Door[] = [
  door(contracts.listPersonas, listPersonas),
  door(contracts.createPersona, createPersona),
  door(contracts.getPersona, getPersona),
  door(contracts.updatePersona, updatePersona),
  door(contracts.deletePersona, deletePersona),
  door(contracts.validatePersonaName, validatePersonaName),
  door(contracts.startPersonaSearch, startPersonaSearch),
  door(contracts.cancelPersonaSearch, cancelPersonaSearch),
];
