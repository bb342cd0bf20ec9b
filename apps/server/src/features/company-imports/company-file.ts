import { join } from 'node:path';
import { AppError, type CompanyFile } from '@quarry/contracts';
import { and, eq, isNull, type Transaction } from '@quarry/postgres';
import { companyFiles } from '@quarry/postgres/tables/company-imports';
import { filesPathOf } from '#server/platform/data-folder.ts';
import type { Platform } from '#server/platform/scope.ts';

export type CompanyFileRow = typeof companyFiles.$inferSelect;

const PIECE_LINK_MS = 24 * 3_600_000;

const folderOf = (fileId: string): string => `company-files/${fileId}/`;
export const pieceKey = (fileId: string, piece: number): string => `${folderOf(fileId)}${piece}`;

/** Reads a file that is still kept. Throws NOT_FOUND. */
export async function readCompanyFile(tx: Transaction, fileId: string): Promise<CompanyFileRow> {
  const isKept = and(eq(companyFiles.id, fileId), isNull(companyFiles.deletedAt));
  const [row] = await tx.select().from(companyFiles).where(isKept);
  if (row === undefined) throw new AppError('NOT_FOUND', 'This file is no longer kept. Upload it again.', { fileId });
  return row;
}

export const companyFileView = ({ id, name, bytes, storedBytes, pieces }: CompanyFileRow): CompanyFile => ({
  id,
  name,
  bytes,
  storedBytes,
  nextPiece: pieces,
});

/** Where the pieces of a file are read, in order. Throws CONFLICT for a file that has not arrived whole. */
export async function locatePieces(
  { config, files }: Pick<Platform, 'config' | 'files'>,
  { id, bytes, storedBytes, pieces }: CompanyFileRow,
): Promise<readonly string[]> {
  if (storedBytes !== bytes) {
    throw new AppError('CONFLICT', 'The upload of this file is not complete.', { bytes, storedBytes });
  }
  const keys = Array.from({ length: pieces }, (_, piece) => pieceKey(id, piece));
  if (config.s3 === null) return keys.map((key) => join(filesPathOf(config.dataDir), key));
  return Promise.all(keys.map((key) => files.getSignedUrl(key, { expiresIn: PIECE_LINK_MS / 1_000 })));
}

/** Deletes a file's pieces; its record stays for the imports that name it. */
export async function deletePieces({ db, files }: Pick<Platform, 'db' | 'files'>, fileId: string): Promise<void> {
  await files.deleteAll(folderOf(fileId));
  await db.asSystem((tx) => tx.update(companyFiles).set({ deletedAt: new Date() }).where(eq(companyFiles.id, fileId)));
}
