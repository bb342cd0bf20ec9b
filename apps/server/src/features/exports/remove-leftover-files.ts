import type { Platform } from '#server/platform/scope.ts';
import type { ExportPart } from './export.ts';

/** Removes files of interrupted attempts from an export's folder. */
export async function removeLeftoverFiles(
  { files }: Pick<Platform, 'files'>,
  folder: string,
  parts: readonly ExportPart[],
): Promise<void> {
  const keys = new Set(parts.map(({ key }) => key));
  const { objects } = await files.listAll(folder, { recursive: true });
  for (const object of objects) {
    if (object.isFile && !keys.has(object.key)) await files.delete(object.key);
  }
}
