import { renderInline, sql } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import type { Verb } from '#server/platform/mount.ts';
import { parseStaffCriteria } from './estimated-criteria.ts';

/** The statement that counts the companies, with its values, as the engine's command line takes it. */
export const generateEstimationSql: Verb<typeof contracts.generateEstimationSql> = async (_scope, { config }) => {
  const { compiled } = parseStaffCriteria(config.sourcingCriteria, config.dataBlockConfigs);
  const companies = compiled.matching(sql`1`, mandatoryRules(), []);
  return { sql: renderInline(sql`SELECT count() AS companies FROM (${companies})`) };
};
