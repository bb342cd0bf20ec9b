import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, isNull } from '@quarry/postgres';
import { companyFiles } from '@quarry/postgres/tables/company-imports';
import type { Verb } from '#server/platform/mount.ts';
import { companyFileView, pieceKey, readCompanyFile } from './company-file.ts';

/** Stores the next piece. Throws CONFLICT for a later one, and VALIDATION_FAILED for more bytes than were announced. */
export const sendCompanyFilePiece: Verb<typeof contracts.sendCompanyFilePiece> = async (
  scope,
  { fileId, piece, bytes },
) => {
  const row = await scope.read((tx) => readCompanyFile(tx, fileId));
  // Its answer was lost.
  if (piece < row.pieces) return { file: companyFileView(row) };
  if (piece > row.pieces) throw outOfTurn(row.pieces);
  const storedBytes = row.storedBytes + bytes.byteLength;
  if (storedBytes > row.bytes) {
    throw new AppError('VALIDATION_FAILED', 'The file has more bytes than were announced.', { bytes: row.bytes });
  }
  const key = pieceKey(fileId, piece);
  try {
    await scope.files.put(key, bytes);
  } catch (error) {
    await scope.files.delete(key);
    throw error;
  }
  const [saved] = await scope.remember((tx) =>
    tx
      .update(companyFiles)
      .set({ pieces: piece + 1, storedBytes })
      .where(and(eq(companyFiles.id, fileId), eq(companyFiles.pieces, piece), isNull(companyFiles.deletedAt)))
      .returning(),
  );
  if (saved === undefined) throw outOfTurn(piece + 1);
  return { file: companyFileView(saved) };
};

const outOfTurn = (nextPiece: number) =>
  new AppError('CONFLICT', 'The pieces of a file are sent one after the other.', { nextPiece });
