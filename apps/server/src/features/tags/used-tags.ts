import { type FilterGroup, type FilterRule, listRules } from '@quarry/filters';

/** The column that holds the ids of a company's tags. */
export const TAGS_FIELD = '__tags';

/** A tag's place among those that filter on each other. */
export interface FilteringTag {
  readonly id: string;
  readonly filters: FilterGroup;
}

/** The ids that a rule on tags names, as they are compared: without outer blanks and in lower case. */
export function tagIdsOf({ value }: FilterRule): string[] {
  return Array.isArray(value) ? value.map((id) => String(id).trim().toLowerCase()) : [];
}

/** The ids of the tags that a filter uses. */
export function usedTagIds(filters: FilterGroup): Set<string> {
  return new Set(listRules(filters).flatMap((rule) => (rule.field === TAGS_FIELD ? tagIdsOf(rule) : [])));
}

/** The tags whose filters use this one themselves. */
export function directUsers<T extends FilteringTag>(all: readonly T[], id: string): T[] {
  return all.filter(({ filters }) => usedTagIds(filters).has(id));
}

/** The tags whose members depend on this one, directly or through others; without itself. */
export function dependants<T extends FilteringTag>(all: readonly T[], id: string): T[] {
  const reached = new Set([id]);
  for (const next of reached) for (const user of directUsers(all, next)) reached.add(user.id);
  return all.filter((tag) => tag.id !== id && reached.has(tag.id));
}

/** The way along which a tag uses itself, from it back to it; null when it does not. */
export function findCycle<T extends FilteringTag>(all: readonly T[], id: string): T[] | null {
  const tagOf = new Map(all.map((tag) => [tag.id, tag]));
  const start = tagOf.get(id);
  if (start === undefined) return null;
  const ways: T[][] = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const used of usedTagIds(way.at(-1)?.filters ?? start.filters)) {
      if (used === id) return [...way, start];
      const next = tagOf.get(used);
      if (next === undefined || seen.has(used)) continue;
      seen.add(used);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** The tags in steps, so that each comes after those of them that it uses. Throws when some use each other in a circle. */
export function inSteps<T extends FilteringTag>(some: readonly T[]): T[][] {
  const waiting = new Map(some.map((tag) => [tag.id, tag]));
  const steps: T[][] = [];
  while (waiting.size > 0) {
    const step = [...waiting.values()].filter(
      ({ filters }) => ![...usedTagIds(filters)].some((used) => waiting.has(used)),
    );
    if (step.length === 0) throw new Error(`Tags use each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const { id } of step) waiting.delete(id);
    steps.push(step);
  }
  return steps;
}
