import { createHash } from 'node:crypto';
import type { StatementOptions, Warehouse } from '@quarry/clickhouse';
import { type AnalysisInputs, AppError } from '@quarry/contracts';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { companiesByDomain, companiesInDataset } from './compared-sets.sql.ts';

/** The companies that a report compares. */
export interface ComparedSets {
  /** Ids. */
  readonly targets: readonly string[];
  /** Ids of the other companies; null for all companies but the targets. */
  readonly others: readonly string[] | null;
  /** The part of the targets on which the suggested rules are checked; empty if there are too few. */
  readonly heldTargets: readonly string[];
  /** The same of listed others. */
  readonly heldOthers: readonly string[];
}

/** The domains of a list, normalised and distinct, as far as they are domains. */
interface FoundDomains {
  readonly found: string[];
  readonly notFound: string[];
  readonly ids: readonly string[];
}

export interface FoundSets {
  readonly sets: ComparedSets;
  readonly good: FoundDomains;
  readonly other: FoundDomains;
}

/** Fewer targets are too few to hold some out. */
const LEAST_TARGETS_TO_CHECK = 25;
const HELD_SHARE = 0.2;
/** Different seeds hold out different companies. */
const SEED = 'hold-out 1';

/** Finds the companies of a report's domains in the dataset. Throws VALIDATION_FAILED if a set has none. */
export async function findSets(
  warehouse: Warehouse,
  dataset: Dataset,
  { goodDomains, otherDomains, mode }: AnalysisInputs,
  options: StatementOptions,
): Promise<FoundSets> {
  const listedOthers = mode === 'vsOther' ? otherDomains : [];
  const find = await domainFinder(warehouse, dataset, [...goodDomains, ...listedOthers], options);
  const good = find(goodDomains);
  const other = find(listedOthers);
  if (good.ids.length === 0) {
    throw new AppError('VALIDATION_FAILED', 'None of the target domains is in your dataset', {
      goodDomainsNotFound: good.notFound.slice(0, 100),
    });
  }
  const targets = new Set(good.ids);
  const others = other.ids.filter((id) => !targets.has(id));
  if (mode === 'vsOther' && others.length === 0) {
    const message =
      other.ids.length === 0
        ? 'None of the other domains is in your dataset'
        : 'All other domains in your dataset are target domains too';
    throw new AppError('VALIDATION_FAILED', message, { otherDomainsNotFound: other.notFound.slice(0, 100) });
  }
  const isChecked = targets.size >= LEAST_TARGETS_TO_CHECK;
  return {
    sets: {
      targets: [...targets],
      others: mode === 'vsOther' ? others : null,
      heldTargets: isChecked ? heldOf([...targets]) : [],
      heldOthers: isChecked && mode === 'vsOther' ? heldOf(others) : [],
    },
    good,
    other,
  };
}

/** The part of these ids to hold out: the same for the same ids, whatever their order. */
function heldOf(ids: readonly string[]): string[] {
  const keyOf = (id: string) => createHash('sha256').update(`${SEED} ${id}`).digest('hex');
  const shuffled = ids.map((id) => ({ id, key: keyOf(id) })).toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return shuffled.slice(0, Math.round(ids.length * HELD_SHARE)).map(({ id }) => id);
}

const namedCompany = z.object({ name: z.string(), id: z.string() });
const knownCompany = z.object({ id: z.string(), domain: z.string() });

/**
 * Reads the companies of entered domains: by their primary domain, by an alias or the domain of a merged company, or else
 * by the registrable domain of the address.
 */
async function domainFinder(
  warehouse: Warehouse,
  dataset: Dataset,
  entered: readonly string[],
  options: StatementOptions,
): Promise<(domains: readonly string[]) => FoundDomains> {
  const normal = new Map(entered.map((domain) => [domain, normaliseDomain(domain)]));
  const names = [...new Set([...normal.values()].flatMap((found) => (found === null ? [] : [found.host, found.root])))];
  const named = await warehouse.rows(companiesByDomain(names), namedCompany, options);
  const ids = named.map(({ id }) => id);
  const known = await warehouse.rows(companiesInDataset(dataset, names, ids), knownCompany, options);
  const inDataset = new Set(known.map(({ id }) => id));
  const byName = new Map([
    ...named.filter(({ id }) => inDataset.has(id)).map(({ name, id }) => [name, id] as const),
    ...known.map(({ domain, id }) => [domain, id] as const),
  ]);
  return (domains) => {
    const found = new Map<string, string>();
    const notFound = new Set<string>();
    for (const domain of domains) {
      const parsed = normal.get(domain) ?? null;
      const id = parsed === null ? undefined : (byName.get(parsed.host) ?? byName.get(parsed.root));
      if (parsed === null || id === undefined) notFound.add(parsed?.host ?? domain);
      else found.set(parsed.host, id);
    }
    return { found: [...found.keys()], notFound: [...notFound], ids: [...new Set(found.values())] };
  };
}
