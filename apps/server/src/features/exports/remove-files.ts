import type { Platform } from '#server/platform/scope.ts';
import type { ExportPart } from './export.ts';

/** Removes what attempts that were cut off left in an export's folder. */
export async function removeOtherFiles(
  { files }: Pick<Platform, 'files'>,
  folder: string,
  parts: readonly ExportPart[],
): Promise<void> {
  const wanted = new Set(parts.map(({ key }) => key));
  const { objects } = await files.listAll(folder, { recursive: true });
  for (const object of objects) {
    if (object.isFile && !wanted.has(object.key)) await files.delete(object.key);
  }
}
