import { AppError, type DataBlockConfig, type FieldRanges } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { parseStaffCriteria } from '#server/features/market-estimation/estimated-criteria.ts';
import type { ParsedCriteria } from '#server/features/markets/previews/unsaved-criteria.ts';
import { findDataPoint, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';

export interface Targets {
  readonly sourcingCriteria: FilterGroup;
  readonly dataBlockConfigs: readonly DataBlockConfig[];
  readonly fieldRanges: readonly FieldRanges[];
}

/** The lower bounds of the ranges of data points, ascending, by key. */
export type RangesByKey = ReadonlyMap<string, readonly (number | string)[]>;

/** Parses criteria and ranges that staff entered. Throws VALIDATION_FAILED with the specification's messages. */
export function parseTargets({ sourcingCriteria, dataBlockConfigs, fieldRanges }: Targets): {
  readonly criteria: ParsedCriteria;
  readonly ranges: RangesByKey;
} {
  const criteria = parseStaffCriteria(sourcingCriteria, dataBlockConfigs);
  const used = new Set(fieldRanges.map(({ configId }) => configId));
  const configs = parseBlockConfigs(dataBlockConfigs.filter(({ configId }) => used.has(configId)));
  const ranges = fieldRanges.map(({ field, configId, ranges: bounds }): [string, readonly (number | string)[]] => {
    const point = findDataPoint(field, configId ?? undefined, configs);
    if (point === undefined) throw new AppError('VALIDATION_FAILED', `There is no data point "${field}"`, { field });
    return [point.key, sortedBounds(point.field.type, bounds, field)];
  });
  return { criteria, ranges: new Map(ranges) };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
function isDate(text: string | number): boolean {
  if (typeof text !== 'string' || !DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // A day that a month doesn't have would be read as one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function sortedBounds(type: string, bounds: FieldRanges['ranges'], field: string): (number | string)[] {
  switch (type) {
    case 'Number':
    case 'Currency':
    case 'Percentage': {
      const numbers = bounds.map((bound) => (bound === '' ? Number.NaN : Number(bound)));
      if (numbers.every(Number.isFinite)) return [...new Set(numbers)].toSorted((one, other) => one - other);
      throw new AppError('VALIDATION_FAILED', 'Please make sure all fields are correct numbers', { field });
    }
    case 'Date':
      if (bounds.every(isDate)) return [...new Set(bounds.map(String))].toSorted();
      throw new AppError('VALIDATION_FAILED', 'Please make sure all fields are correct dates in YYYY-MM-DD format', {
        field,
      });
    default:
      throw new AppError('VALIDATION_FAILED', 'Only numbers and dates have ranges.', { field });
  }
}
