import { AppError, OPERATORS_ON_TAGS, SEGMENTS_FIELD } from '@quarry/contracts';
import { type FilterGroup, type FilterRule, filterGroup, listRules, type RuleProblem } from '@quarry/filters';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { tags } from '@quarry/postgres/tables/tags';
import { z } from 'zod';
import { type DerivedNode, type DerivedRef, findCycle, usersOf } from './dependencies.ts';

/** The column with the ids of a company's tags. */
export const TAGS_FIELD = '__tags';

/** A tag or a segment, with its name and whatever it uses. */
export interface NamedNode extends DerivedNode {
  readonly kind: 'tag' | 'segment';
  readonly name: string;
}

/** A tag as a node of the dependency graph. */
export const tagRef = (id: string) => ({ kind: 'tag', id }) as const;

/** A segment as a node of the dependency graph. */
export const segmentRef = (id: string) => ({ kind: 'segment', id }) as const;

const KINDS = [
  { field: TAGS_FIELD, ref: tagRef, noun: 'tag', asks: 'a company carries some other tags' },
  { field: SEGMENTS_FIELD, ref: segmentRef, noun: 'segment', asks: 'a company is in some other segments' },
] as const;

/** The ids in a rule on tags or segments, normalised for comparison: trimmed and in lower case. */
export function idsIn({ value }: FilterRule): string[] {
  return Array.isArray(value) ? value.map((id) => String(id).trim().toLowerCase()) : [];
}

/** The tags and segments that a filter names, each once. */
export function nodesIn(filters: FilterGroup | null): DerivedRef[] {
  const rules = filters === null ? [] : listRules(filters);
  return KINDS.flatMap(({ field, ref }): DerivedRef[] => {
    const ids = rules.flatMap((rule) => (rule.field === field ? idsIn(rule) : []));
    return [...new Set(ids)].map((id) => ref(id));
  });
}

/** The tags and segments of a client. */
export async function readDerivedNodes(tx: Transaction, clientId: string): Promise<NamedNode[]> {
  const ofTags = await tx
    .select({ id: tags.id, name: tags.name, filters: tags.filters })
    .from(tags)
    .where(eq(tags.clientId, clientId));
  const ofSegments = await tx
    .select({
      id: segments.id,
      name: segments.name,
      filters: segments.filters,
      excluded: sql`${segments.exclusions}->'segmentIds'`,
    })
    .from(segments)
    .where(eq(segments.clientId, clientId));
  return [
    ...ofTags.map(({ id, name, filters }) => ({ ...tagRef(id), name, uses: nodesIn(filterGroup.parse(filters)) })),
    ...ofSegments.map(({ id, name, filters, excluded }) => ({
      ...segmentRef(id),
      name,
      uses: [...nodesIn(filterGroup.nullable().parse(filters)), ...excludedIds.parse(excluded).map(segmentRef)],
    })),
  ];
}

const excludedIds = z.array(z.string());

/**
 * The rules on tags and segments that a definition cannot have: those that depend on all of them, hence on the
 * definition itself, and those that name unknown ones.
 */
export function problemsOnNodes(
  filters: FilterGroup,
  all: readonly DerivedRef[],
  owner: 'tag' | 'segment',
): RuleProblem[] {
  return KINDS.flatMap(({ field, noun, asks }) => {
    const known = new Set(all.flatMap(({ kind, id }) => (kind === noun ? [id] : [])));
    return listRules(filters).flatMap((rule): RuleProblem[] => {
      if (rule.field !== field) return [];
      if (!USABLE.has(rule.operator)) {
        return [{ ruleId: rule.id, reason: `A ${owner} can only ask whether ${asks} or not` }];
      }
      const unknown = idsIn(rule).filter((id) => !known.has(id));
      return unknown.length === 0
        ? []
        : [{ ruleId: rule.id, reason: `There is no such ${noun}: ${unknown.join(', ')}` }];
    });
  });
}

const USABLE: ReadonlySet<string> = new Set(OPERATORS_ON_TAGS);

/** Throws CYCLE, with the path as context, if a tag or segment would depend on itself. */
export function assertNoCycle(all: readonly NamedNode[], changed: NamedNode): void {
  const others = all.filter(({ kind, id }) => kind !== changed.kind || id !== changed.id);
  const path = findCycle([...others, changed], changed);
  if (path === null) return;
  const names = path.map(({ name }) => `“${name}”`).join(' → ');
  const kinds = [...new Set(path.map(({ kind }) => kind))].toSorted().reverse();
  const subject = kinds.map((kind) => `${kind}s`).join(' and ');
  throw new AppError('CYCLE', `The ${subject} would depend on each other in a cycle: ${names}`, {
    path: path.map(({ kind, id, name }) => ({ kind, id, name })),
  });
}

/** Throws TAG_IN_USE or SEGMENT_IN_USE, naming the users, if another tag or segment uses this one. */
export function assertUnused(all: readonly NamedNode[], ref: Pick<NamedNode, 'kind' | 'id'>): void {
  const usedBy = usersOf(all, ref).map(({ kind, id, name }) => ({ kind, id, name }));
  if (usedBy.length === 0) return;
  const names = usedBy.map(({ name }) => `“${name}”`).join(', ');
  throw new AppError(
    ref.kind === 'tag' ? 'TAG_IN_USE' : 'SEGMENT_IN_USE',
    `This ${ref.kind} is in use and can't be deleted. It is used by: ${names}`,
    { usedBy },
  );
}
