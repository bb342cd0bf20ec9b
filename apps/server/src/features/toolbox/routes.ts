import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addDomainOverride } from './add-domain-override.ts';
import { listDomainOverrides } from './list-domain-overrides.ts';
import { removeDomainOverride } from './remove-domain-override.ts';
import { testIdResolution } from './test-id-resolution.ts';

/** Which company a name belongs to, and the links that staff set, for staff. */
export const toolboxDoors: readonly Door[] = [
  door(contracts.addDomainOverride, addDomainOverride),
  door(contracts.listDomainOverrides, listDomainOverrides),
  door(contracts.removeDomainOverride, removeDomainOverride),
  door(contracts.testIdResolution, testIdResolution),
];
