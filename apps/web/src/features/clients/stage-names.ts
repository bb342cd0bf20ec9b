import { LIFECYCLE_STAGES, type LifecycleStage } from '@quarry/contracts';

/** What people read for a stage. */
export const STAGE_NAMES: Readonly<Record<LifecycleStage, string>> = {
  CALIBRATION: 'Calibration',
  CLIENT_ONBOARDING: 'Onboarding',
  CLIENT_ACTIVE: 'Active',
  CLIENT_CHURNED: 'Churned',
  CLIENT_TEST_ACCOUNT: 'Client test',
  QUARRY_TEST_ACCOUNT: 'Quarry test',
  OTHER: 'Other',
};

/** A setting as people read it: stages by their names. */
export function settingText(part: string, value: string): string {
  const stage = part === 'lifecycleStage' ? LIFECYCLE_STAGES.find((known) => known === value) : undefined;
  return stage === undefined ? value : STAGE_NAMES[stage];
}
