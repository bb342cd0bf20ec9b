import { createHash } from 'node:crypto';
import { renderInline } from '@quarry/clickhouse';
import { AppError, type ClientConfig } from '@quarry/contracts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import type { Build } from './build.ts';

/** A hash of everything by which a build may remove companies although nothing was lost. */
export function membershipRules(config: ClientConfig): string {
  const rules = [
    config.sourcingCriteria,
    config.isCalibrationModeEnabled,
    config.calibrationModeCompanies,
    renderInline(mandatoryRules()),
  ];
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex');
}

/**
 * Refuses a version that lost a large share of the last version's companies without a reason. `unfilled` are members
 * that the universe has no row of.
 */
export function refuseUnexplainedLoss({ ctx, config, state, ...build }: Build, unfilled = 0): void {
  const { maxLoss } = ctx.config;
  const lost = state.lost + unfilled;
  const isExplained = build.resetDataset || build.acceptLoss || !build.hasSameRules;
  if (isExplained || lost <= state.last * maxLoss) return;
  const number = (value: number) => value.toLocaleString('en-US');
  throw new AppError(
    'CONFLICT',
    `The build stopped because the dataset would lose ${number(lost)} of ${number(state.last)} companies although nothing was changed that removes companies. The current version stays. If this is right, accept it with: npm run clients -- build ${config.clientName} --accept-loss`,
    { lost, companies: state.last },
  );
}
