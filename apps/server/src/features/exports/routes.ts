import { cancelExport, downloadExport, getExport, listExports, startExport } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { cancel } from './cancel-export.ts';
import { download } from './download-export.ts';
import { readExport } from './get-export.ts';
import { readExports } from './list-exports.ts';
import { start } from './start-export.ts';

/** Exports and their files. */
export const exportDoors: readonly Door[] = [
  door(startExport, start),
  door(getExport, readExport),
  door(listExports, readExports),
  door(downloadExport, download),
  door(cancelExport, cancel),
];
