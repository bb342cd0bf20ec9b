import { companyImports } from '@quarry/postgres/tables/company-imports';
import type { ImportRequest } from '#server/features/company-imports/import-request.ts';
import { runImport } from '#server/features/company-imports/run-import.ts';
import type { ImportFileOptions } from '#server/features/universe/import/import-file.ts';
import type { ImportSummary } from '#server/features/universe/import/import-summary.ts';
import type { Config } from '#server/platform/config.ts';
import { stoppedMessage } from './import-report.ts';
import { progressBar } from './progress-bar.ts';
import { assertRoom, withUniverse } from './with-universe.ts';

/** Who asked for an import in the list of imports. */
export const COMMAND_LINE = 'command line';

/** Imports the file in this process. */
export async function importHere(config: Config, request: ImportRequest): Promise<ImportSummary> {
  const bar = progressBar();
  let counts: Readonly<Record<string, number>> = {};
  const onProgress: ImportFileOptions['onProgress'] = ({ report, bytesRead, bytesTotal }) => {
    const { read, created, updated } = report;
    counts = { read, created, updated };
    bar.show(bytesTotal === null ? null : bytesRead / bytesTotal, `${read.toLocaleString('en-US')} rows`);
  };
  return withUniverse(
    config,
    async (platform, signal) => {
      await assertRoom(config);
      const { isDryRun, location, rejectsPath } = request;
      const [row] = await platform.db.asSystem((tx) =>
        tx.insert(companyImports).values({ request, isDryRun, requestedBy: COMMAND_LINE }).returning(),
      );
      if (row === undefined) throw new Error('The record of the import was not written');
      const { id, run } = row;
      const recorded = { id, run, request, from: { location, rejectsPath } };
      return runImport(platform, recorded, { signal, onProgress }).finally(() => bar.end());
    },
    () => stoppedMessage(counts),
  );
}
