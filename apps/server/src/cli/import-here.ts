import type { Warehouse } from '@quarry/clickhouse';
import { type ImportFileOptions, importFile } from '#server/features/universe/import/import-file.ts';
import { type ImportSummary, summarise } from '#server/features/universe/import/import-summary.ts';
import type { ImportRequest } from '#server/features/universe/import/run-import.ts';
import { tables } from '#server/migrations.ts';
import type { Config } from '#server/platform/config.ts';
import { scratchPathOf } from '#server/platform/data-folder.ts';
import type { Platform } from '#server/platform/scope.ts';
import { stoppedMessage } from './import-report.ts';
import { progressBar } from './progress-bar.ts';
import { assertRoom, withUniverse } from './with-universe.ts';

/** Imports the file in this process. */
export async function importHere(config: Config, request: ImportRequest): Promise<ImportSummary> {
  const bar = progressBar();
  let counts: Readonly<Record<string, number>> = {};
  const onProgress: ImportFileOptions['onProgress'] = ({ report, bytesRead, bytesTotal }) => {
    const { read, created, updated } = report;
    counts = { read, created, updated };
    bar.show(bytesTotal === null ? null : bytesRead / bytesTotal, `${read.toLocaleString('en-US')} rows`);
  };
  const work = ({ ledger }: Platform, signal: AbortSignal) => {
    const importInto = (warehouse: Warehouse) =>
      importFile({ ...request, warehouse, scratchDirectory: scratchPathOf(config.dataDir), onProgress, signal });
    return request.isDryRun ? importInto(ledger.engine) : ledger.recordWrites(tables, importInto);
  };
  const result = await withUniverse(
    config,
    async (platform, signal) => {
      await assertRoom(config);
      return work(platform, signal).finally(() => bar.end());
    },
    () => stoppedMessage(counts),
  );
  return summarise(result, request);
}
