import { date, ident, join, type Slot, type Sql, sql, uint } from '@quarry/clickhouse';

/**
 * The four parts of the quality, each from 0 to 1, over the columns of `companies`:
 * quality = 35 completeness + 25 identity + 20 freshness + 20 prominence.
 */
export interface QualityParts {
  /** Share of data points that are not empty. */
  completeness: Sql;
  /** 1 with a live domain and a LinkedIn id, 0.5 with only one. An unchecked domain counts as live. */
  identity: Sql;
  /** e^(-days since the last refresh / 90). */
  freshness: Sql;
  /** min(1, log10(1 + employees) / 5). */
  prominence: Sql;
}

/** The share of the conditions ("this value is not empty") that hold; 0 without conditions. */
export function completeness(isFilled: readonly Slot[]): Sql {
  if (isFilled.length === 0) return sql`toFloat64(0)`;
  const ones = isFilled.map((condition) => sql`toUInt16(${condition})`);
  return sql`((${join(ones, ' + ')}) / ${uint(isFilled.length)})`;
}

/** `today` is `yyyy-mm-dd`. */
export function qualityParts(completenessShare: Sql, today: string): QualityParts {
  return {
    completeness: completenessShare,
    identity: sql`((toUInt8(domain != '' AND ifNull(is_domain_live, true)) + toUInt8(linked_in_id != '')) / 2)`,
    freshness: sql`exp(-greatest(0, dateDiff('day', toDate32(refreshed_at), ${date(today)})) / 90)`,
    prominence: sql`least(1, log10(1 + greatest(0, coalesce(employee_count, employee_count_min, 0))) / 5)`,
  };
}

/** Quality from 0 to 100, rounded to two decimals. */
export function quality(parts: QualityParts): Sql {
  return sql`round(35 * ${parts.completeness} + 25 * ${parts.identity} + 20 * ${parts.freshness} + 20 * ${parts.prominence}, 2)`;
}

/** Quality in the universe, where no client's data points are known: completeness is that of the firmographics. */
export function universeQuality(today: string): Sql {
  const texts = ['name', 'domain', 'linked_in_id', 'website', 'short_description', 'description', 'region', 'city'];
  const filled = [
    // Reads only the lengths of the texts; under FINAL the engine does not optimise this itself.
    ...texts.map((name) => sql`${ident(name)}.size > 0`),
    sql`industry != ''`,
    sql`subindustry != ''`,
    sql`categories.size0 > 0`,
    sql`isNotNull(coalesce(employee_count, employee_count_min))`,
    sql`isNotNull(founded_year)`,
    sql`country != ''`,
    sql`status != ''`,
    sql`isNotNull(revenue_usd)`,
  ];
  return quality(qualityParts(completeness(filled), today));
}
