import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { ident, join, renderInline, sql, text } from '@quarry/clickhouse';
import {
  beginCompanyFile,
  type CompanyMapping,
  checkImportUndo,
  getCompanyImport,
  sendCompanyFilePiece,
  startCompanyImport,
  undoCompanyImport,
} from '@quarry/contracts';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import { z } from 'zod';
import { UNIVERSE_TABLES } from '#server/features/universe/schema.ts';
import { readTable, UNIVERSE, type UniverseTable } from '#server/features/universe/universe-table.ts';
import type { Ledger } from '#server/platform/ledger/ledger.ts';
import type { Caller, TestServer } from '#server/testing/test-server.ts';
import { enqueueImport } from '../enqueue-import.ts';
import type { ImportRequest } from '../import-request.ts';

export type ImportSteps = ReturnType<typeof importSteps>;

/** What tests do with imports, on the command line (`importRows`) and through the API. */
export function importSteps(options: {
  readonly server: TestServer;
  readonly folder: string;
  readonly editor: Caller;
  readonly viewer: Caller;
}) {
  const { server, folder, editor, viewer } = options;

  /** Waits for a job's end. */
  async function ended(id: string) {
    for (;;) {
      const job = await server.platform.jobs.get(id);
      if (job?.finishedAt != null) return job;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function importRows(rows: string, more: Partial<ImportRequest> = {}) {
    const location = joinPath(folder, 'rows.csv');
    await writeFile(location, `name,domain,country,linkedin\n${rows}`);
    const request = { location, isDryRun: false, rejectsPath: joinPath(folder, 'rejects.jsonl'), ...more };
    const id = await server.platform.db.asSystem((tx) => enqueueImport(tx, request, { requestedBy: 'command line' }));
    const { status } = await ended(id);
    return { id, status, ...(await server.call(getCompanyImport, { importId: id }, viewer)) };
  }

  async function upload(name: string, content: string | Uint8Array, pieceBytes = 1_000_000): Promise<string> {
    const all = Buffer.from(content);
    const { file } = await server.call(beginCompanyFile, { name, bytes: all.byteLength }, editor);
    for (let piece = 0; piece * pieceBytes < all.byteLength; piece += 1) {
      const bytes = all.subarray(piece * pieceBytes, (piece + 1) * pieceBytes);
      await server.call(sendCompanyFilePiece, { fileId: file.id, piece, bytes }, editor);
    }
    return file.id;
  }

  async function importFile(fileId: string, isDryRun: boolean, mapping?: CompanyMapping) {
    const { importId } = await server.call(startCompanyImport, { fileId, isDryRun, mapping }, editor);
    await ended(importId);
    return { id: importId, ...(await server.call(getCompanyImport, { importId }, viewer)) };
  }

  /** Every row that imports write, as readers see it. */
  async function universe(): Promise<readonly string[]> {
    const print = (name: UniverseTable) => sql`
    SELECT ${text(name)} || ' ' || toString(groupBitXor(cityHash64(toString(tuple(* EXCEPT (version)))))) || ' ' || toString(count()) AS print
    FROM ${readTable(name)}`;
    const tables = ['companies', 'identities', 'funding', 'technographics'] as const;
    const statement = sql`SELECT print FROM (${join(tables.map(print), ' UNION ALL ')}) ORDER BY print`;
    const rows = await server.platform.warehouse.rows(statement, z.object({ print: z.string() }));
    return rows.map((row) => row.print);
  }

  const undo = async (importId: string) => {
    const { jobId } = await server.call(undoCompanyImport, { importId }, editor);
    return ended(jobId);
  };
  const obstaclesOf = async (importId: string) => (await server.call(checkImportUndo, { importId }, editor)).obstacles;

  /** Empties the universe, and forgets the imports. */
  async function clear(): Promise<void> {
    const { ledger, db } = server.platform;
    await ledger.recordWrites(
      UNIVERSE_TABLES,
      async (engine) => {
        for (const { name } of UNIVERSE_TABLES) await engine.command(sql`TRUNCATE TABLE ${ident(UNIVERSE, name)}`);
      },
      { mayRemoveRows: true },
    );
    await db.asSystem((tx) => tx.delete(companyImports));
  }

  return { clear, ended, importRows, upload, importFile, universe, undo, obstaclesOf };
}

/** A ledger whose writes into the universe end after some with the error `stopped`; `onStop` is called before. */
export function stoppedLedger(ledger: Ledger, after: number, onStop: () => void): Ledger {
  let writes = 0;
  return {
    ...ledger,
    recordWrites: (tables, work, options) =>
      ledger.recordWrites(
        tables,
        (engine) =>
          work({
            ...engine,
            async command(statement, more) {
              writes += renderInline(statement).trimStart().startsWith('INSERT INTO `universe`.') ? 1 : 0;
              if (writes > after) {
                onStop();
                throw new Error('stopped');
              }
              await engine.command(statement, more);
            },
          }),
        options,
      ),
  };
}
