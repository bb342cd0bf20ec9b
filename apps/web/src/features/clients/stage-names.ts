import type { LifecycleStage } from '@quarry/contracts';

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
