import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { beginCompanyFile } from './begin-company-file.ts';
import { checkCompanyFile } from './check-company-file.ts';
import { checkImportUndo } from './check-import-undo.ts';
import { deleteCompanyFile } from './delete-company-file.ts';
import { downloadImportRejects } from './download-import-rejects.ts';
import { getCompanyImport } from './get-company-import.ts';
import { listCompanyImports } from './list-company-imports.ts';
import { sendCompanyFilePiece } from './send-company-file-piece.ts';
import { startCompanyImport } from './start-company-import.ts';
import { undoCompanyImport } from './undo-company-import.ts';

/** Files of companies and their imports, for staff. */
export const companyImportDoors: readonly Door[] = [
  door(contracts.beginCompanyFile, beginCompanyFile),
  door(contracts.sendCompanyFilePiece, sendCompanyFilePiece),
  door(contracts.deleteCompanyFile, deleteCompanyFile),
  door(contracts.checkCompanyFile, checkCompanyFile),
  door(contracts.listCompanyImports, listCompanyImports),
  door(contracts.getCompanyImport, getCompanyImport),
  door(contracts.downloadImportRejects, downloadImportRejects),
  door(contracts.startCompanyImport, startCompanyImport),
  door(contracts.checkImportUndo, checkImportUndo),
  door(contracts.undoCompanyImport, undoCompanyImport),
];
