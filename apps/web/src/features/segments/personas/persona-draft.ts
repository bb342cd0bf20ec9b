import {
  type CriteriaGroup,
  MAX_CRITERIA_GROUPS,
  type Persona,
  SENIORITIES,
  type SearchOptions,
  searchOptions,
} from '@quarry/contracts';
import { z } from 'zod';

/** A persona as it is edited. */
export interface PersonaDraft {
  readonly name: string;
  readonly criteriaGroups: readonly CriteriaGroup[];
  readonly searchOptions: SearchOptions;
}

const group: z.ZodType<CriteriaGroup> = z.object({
  positionInclusionKeywords: z.array(z.string()),
  positionExclusionKeywords: z.array(z.string()),
  seniorities: z.array(z.enum(SENIORITIES)),
  countries: z.array(z.string()),
});

/** An edited persona as this browser keeps it. */
export const personaDraft: z.ZodType<PersonaDraft> = z.object({
  name: z.string(),
  criteriaGroups: z.array(group),
  searchOptions,
});

export const EMPTY_GROUP: CriteriaGroup = {
  positionInclusionKeywords: [],
  positionExclusionKeywords: [],
  seniorities: [],
  countries: [],
};

export function newPersona(): PersonaDraft {
  return {
    name: '',
    criteriaGroups: [],
    searchOptions: {
      numContactsRequiredPerCompany: 1,
      isEmailRequired: true,
      checkPhoneNumber: false,
      maxCredits: null,
    },
  };
}

export function draftOf({ name, criteriaGroups, searchOptions: options }: Persona | PersonaDraft): PersonaDraft {
  return { name, criteriaGroups, searchOptions: options };
}

export function isPersonaDirty(draft: PersonaDraft, base: PersonaDraft): boolean {
  return JSON.stringify({ ...draft, name: draft.name.trim() }) !== JSON.stringify(base);
}

/** Why a persona cannot be saved; null if it can. */
export function personaProblem({ name, criteriaGroups }: PersonaDraft): string | null {
  if (name.trim() === '') return 'Please provide a name for the persona';
  if (criteriaGroups.length === 0) return 'A persona needs at least one group of criteria';
  if (criteriaGroups.length > MAX_CRITERIA_GROUPS) {
    return `A persona can have at most ${MAX_CRITERIA_GROUPS} groups`;
  }
  return null;
}

/** Moves the group at `index` up (-1) or down (1) in priority. */
export function moveGroup(groups: readonly CriteriaGroup[], index: number, step: -1 | 1): readonly CriteriaGroup[] {
  const moved = groups[index];
  const target = index + step;
  if (moved === undefined || target < 0 || target >= groups.length) return groups;
  const others = groups.filter((_, at) => at !== index);
  return [...others.slice(0, target), moved, ...others.slice(target)];
}

/** A name that no persona has: itself, or with the next free number. */
export function freeName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((other) => other.trim().toLowerCase()));
  let free = name;
  for (let number = 2; names.has(free.trim().toLowerCase()); number += 1) free = `${name} ${number}`;
  return free;
}
