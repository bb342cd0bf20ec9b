import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { cancelPersonaSearch } from './cancel-persona-search.ts';
import { listCompanySegmentContacts } from './contacts/list-company-segment-contacts.ts';
import { listSegmentContacts } from './contacts/list-segment-contacts.ts';
import { createPersona } from './create-persona.ts';
import { deletePersona } from './delete-persona.ts';
import { getPersona } from './get-persona.ts';
import { listPersonas } from './list-personas.ts';
import { readPersonaPreview } from './previews/read-persona-preview.ts';
import { startPersonaPreview } from './previews/start-persona-preview.ts';
import { simulatePersonaSearch } from './simulate-persona-search.ts';
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
  door(contracts.simulatePersonaSearch, simulatePersonaSearch),
  door(contracts.startPersonaPreview, startPersonaPreview),
  door(contracts.readPersonaPreview, readPersonaPreview),
  door(contracts.listSegmentContacts, listSegmentContacts),
  door(contracts.listCompanySegmentContacts, listCompanySegmentContacts),
];
