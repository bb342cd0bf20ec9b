import {
  createPersona,
  deletePersona,
  type Persona,
  type Segment,
  updatePersona,
  validatePersonaName,
} from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { notifyError } from '../../../lib/notify.ts';
import { segmentListsKey } from '../../datasets/segment-queries.ts';
import { segmentQuery } from '../queries.ts';
import { draftOf, type PersonaDraft } from './persona-draft.ts';

/** A persona in a list: saved, or part of a new segment that is not saved yet. */
export interface ListedPersona {
  readonly key: string;
  readonly draft: PersonaDraft;
  readonly saved: Persona | null;
}

/** The personas of a segment and how to change them. */
export interface PersonaStore {
  readonly personas: readonly ListedPersona[];
  /** Throws ApiError. */
  readonly add: (draft: PersonaDraft) => Promise<void>;
  /** Throws ApiError. */
  readonly replace: (key: string, draft: PersonaDraft) => Promise<void>;
  /** Throws ApiError. */
  readonly remove: (key: string) => Promise<void>;
  /** The key of another persona with this name, or null. Throws ApiError. */
  readonly findSameName: (name: string, key: string | null) => Promise<string | null>;
}

/** The personas of a saved segment; each change is saved at once. */
export function useSavedPersonas(clientName: string, segment: Segment): PersonaStore {
  const cache = useQueryClient();
  const segmentId = segment.id;
  const options = { client: clientName };
  async function refetch() {
    void cache.invalidateQueries({ queryKey: segmentListsKey(clientName) });
    await cache.invalidateQueries(segmentQuery(clientName, segmentId));
  }
  return {
    personas: segment.segmentPersonas.map((saved) => ({ key: saved.id, draft: draftOf(saved), saved })),
    add: async (draft) => {
      await savePersona(clientName, segmentId, draft);
      await refetch();
    },
    replace: async (personaId, draft) => {
      await call(updatePersona, { segmentId, personaId, ...bodyOf(draft) }, options);
      await refetch();
    },
    remove: async (personaId) => {
      await call(deletePersona, { segmentId, personaId }, options);
      await refetch();
    },
    findSameName: async (name, personaId) => {
      const body = { segmentId, personaName: name, ...(personaId === null ? {} : { personaId }) };
      const { isValid, existingPersonaId } = await call(validatePersonaName, body, options);
      return isValid ? null : existingPersonaId;
    },
  };
}

/** The personas of a new segment, which are saved with it. */
export function draftPersonas(
  drafts: readonly PersonaDraft[],
  onChange: (drafts: readonly PersonaDraft[]) => void,
): PersonaStore {
  return {
    personas: drafts.map((draft, at) => ({ key: String(at), draft, saved: null })),
    add: async (draft) => onChange([...drafts, draft]),
    replace: async (key, draft) => onChange(drafts.map((old, at) => (String(at) === key ? draft : old))),
    remove: async (key) => onChange(drafts.filter((_, at) => String(at) !== key)),
    findSameName: async (name, key) => {
      const same = drafts.findIndex((draft, at) => String(at) !== key && isSameName(draft.name, name));
      return same < 0 ? null : String(same);
    },
  };
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function bodyOf({ name, criteriaGroups, searchOptions }: PersonaDraft) {
  return { name: name.trim(), criteriaGroups: [...criteriaGroups], searchOptions };
}

async function savePersona(clientName: string, segmentId: string, draft: PersonaDraft): Promise<void> {
  await call(createPersona, { segmentId, ...bodyOf(draft) }, { client: clientName });
}

/** Saves the personas of a segment that was just created; those that fail can be tried again from the toast. */
export async function savePersonas(
  clientName: string,
  segmentId: string,
  drafts: readonly PersonaDraft[],
  onSaved: () => void,
): Promise<void> {
  const failed: PersonaDraft[] = [];
  let reason = '';
  for (const draft of drafts) {
    try {
      await savePersona(clientName, segmentId, draft);
    } catch (error) {
      failed.push(draft);
      reason = messageOf(error);
    }
  }
  onSaved();
  if (failed.length === 0) return;
  notifyError(`${failed.map(({ name }) => name).join(', ')}: ${reason}`, {
    title: 'Persona save failed',
    action: { label: 'Try again', onClick: () => void savePersonas(clientName, segmentId, failed, onSaved) },
  });
}
