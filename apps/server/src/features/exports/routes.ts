import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { cancelExport } from './cancel-export.ts';
import { downloadExport } from './download-export.ts';
import { getExport } from './get-export.ts';
import { listExports } from './list-exports.ts';
import { startExport } from './start-export.ts';

export const exportDoors: readonly Door[] = [
  door(contracts.startExport, startExport),
  door(contracts.getExport, getExport),
  door(contracts.listExports, listExports),
  door(contracts.downloadExport, downloadExport),
  door(contracts.cancelExport, cancelExport),
];
