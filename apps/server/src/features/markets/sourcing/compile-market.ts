import { dataBlockConfig, marketSource } from '@quarry/contracts';
import { countRules, filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { compileCriteria, type UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import { findAppError } from '#server/platform/errors.ts';
import type { PlannedMarket } from './plan-markets.ts';

const snapshot = z.object({ criteria: filterGroup, configs: z.array(dataBlockConfig) });

/** A market with its compiled published criteria. */
export interface CompiledMarket {
  readonly market: PlannedMarket;
  /** The source of the companies that it brings in. */
  readonly source: string;
  readonly criteria: UniverseCriteria;
}

/**
 * Compiles a market's published criteria; relative dates count from `today`. Returns a sentence if they no longer
 * compile, for example because a field is gone.
 */
export function compileMarket(market: PlannedMarket, today: string): CompiledMarket | string {
  const read = snapshot.safeParse({ criteria: market.criteria, configs: market.configs ?? [] });
  if (!read.success) return 'The published criteria cannot be read.';
  if (countRules(read.data.criteria) === 0) return 'The published criteria are empty.';
  try {
    const configs = parseBlockConfigs(read.data.configs);
    const criteria = compileCriteria(read.data.criteria, { today, configs });
    return { market, source: marketSource(market.id), criteria };
  } catch (error) {
    const known = findAppError(error);
    if (known === null) throw error;
    return known.message;
  }
}
