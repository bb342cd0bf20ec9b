import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { checkStartCrmImport } from './check-start-crm-import.ts';
import { startCrmImport } from './start-crm-import.ts';
import { stopCrmImport } from './stop-crm-import.ts';

export const crmImportDoors: readonly Door[] = [
  door(contracts.checkStartCrmImport, checkStartCrmImport),
  door(contracts.startCrmImport, startCrmImport),
  door(contracts.stopCrmImport, stopCrmImport),
];
