import { listTables } from '@quarry/clickhouse';
import { type ExportConfig, exportConfig } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { type ExportPart, type ExportRow, partsOf } from '../export.ts';
import { runExport } from '../run-export.ts';

/** Names that tend to break spreadsheets and CSV readers, by company id. */
export const ODD_NAMES: Readonly<Record<string, string>> = {
  '9000000000000000001': '=HYPERLINK("http://evil.test";"x")',
  '9000000000000000002': '+49 Telefon, GmbH',
  '9000000000000000003': '-1+1|cmd',
  '9000000000000000004': '@SUM(A1)',
  '9000000000000000005': '\t=tab',
  '9000000000000000006': 'He said "no", twice\r\nthen\nleft',
  '9000000000000000007': 'شركة النور 👩‍👩‍👧‍👦 — 日本 \u200fمرحبا',
  '9000000000000000008': ' plain \\N with \\ back"slash" ',
  '9000000000000000009': '00420',
  '9000000000000000010': '12345678901234567890',
  '9000000000000000011': '1;2,3.4',
  '9000000000000000012': '1/2',
  '9000000000000000013': "'quoted'",
  '9000000000000000014': 'TRUE',
  '9000000000000000015': '＝HYPERLINK("http://evil.test";"x")',
  '9000000000000000016': '＋1',
  '9000000000000000017': '－1',
  '9000000000000000018': '＠SUM(A1)',
  '9000000000000000019': '\r=return',
  '9000000000000000020': '\n=line',
};

/** A server with an account whose dataset has generated companies and those of `ODD_NAMES`, and two of its users. */
export interface ExportsWorld {
  readonly server: TestServer;
  readonly client: TestClient;
  readonly admin: TestPerson;
  readonly user: TestPerson;
  /** Creates an export without a job; returns its id. */
  createExport(config?: Partial<ExportConfig>, type?: string): Promise<string>;
  /** Runs an export as its job does; `crashAt` simulates a crash just before the nth checkpoint. */
  run(exportId: string, options?: RunOptions): Promise<{ checkpoint: unknown; crashed: boolean }>;
  row(exportId: string): Promise<ExportRow>;
  /** The text of each part. */
  texts(exportId: string): Promise<string[]>;
  /** The tables with frozen rows of all exports. */
  frozenTables(): Promise<string[]>;
  close(): Promise<void>;
}

interface RunOptions {
  readonly limits?: { readonly rows?: number; readonly bytes?: number | null };
  readonly checkpoint?: unknown;
  readonly crashAt?: number;
}

class Crash extends Error {}

export async function openExportsWorld(): Promise<ExportsWorld> {
  const server = await startTestServer();
  const { platform } = server;
  await generateUniverse({ warehouse: platform.warehouse, companies: 400, seed: 11 });
  const now = new Date().toISOString();
  await platform.warehouse.insert(
    { database: UNIVERSE, table: 'companies' },
    Object.entries(ODD_NAMES).map(([id, name], at) => ({
      company_id: id,
      domain: `odd${at}.com`,
      linked_in_id: at === 0 ? '' : `odd-${at}`,
      name,
      employee_count: 5000 + at,
      categories: at === 0 ? ['=a', 'b; c', '"d"'] : [],
      refreshed_at: now,
      version: 1,
    })),
  );
  const client = await buildTestDataset(platform, { name: 'exporting', companies: 400 });
  const admin = await signedInPerson(platform, { memberOf: { [client.id]: ['USER', 'ADMIN'] } });
  const user = await signedInPerson(platform, { memberOf: { [client.id]: ['USER'] } });
  const row = async (exportId: string) => {
    const [found] = await platform.db.asSystem((tx) => tx.select().from(csvExports).where(eq(csvExports.id, exportId)));
    if (found === undefined) throw new Error('No such export');
    return found;
  };
  return {
    server,
    client,
    admin,
    user,
    row,
    async createExport(config = {}, type = 'DATASET') {
      const [created] = await platform.db.asClient(client.id, (tx) =>
        tx
          .insert(csvExports)
          .values({
            clientId: client.id,
            type,
            config: exportConfig.parse(config),
            requestedBy: user.userId,
            requestedByEmail: user.email,
          })
          .returning({ id: csvExports.id }),
      );
      return created?.id ?? '';
    },
    async run(exportId, options = {}) {
      let checkpoint: unknown = options.checkpoint ?? null;
      let saves = 0;
      const ctx = {
        ...platform,
        jobId: 'none',
        clientId: client.id,
        signal: new AbortController().signal,
        attempt: 1,
        checkpoint,
        async saveCheckpoint(value: unknown) {
          saves += 1;
          if (saves === options.crashAt) throw new Crash();
          checkpoint = value;
        },
        progress() {},
        throwIfCancelled() {},
        enqueue: platform.jobs.enqueue,
      };
      try {
        await runExport(ctx satisfies JobContext, exportId, options);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        return { checkpoint, crashed: true };
      }
      return { checkpoint, crashed: false };
    },
    async texts(exportId) {
      const parts: ExportPart[] = partsOf(await row(exportId));
      return Promise.all(parts.map(({ key }) => platform.files.get(key)));
    },
    async frozenTables() {
      const tables = await listTables(platform.warehouse, datasetDatabase(client.name));
      return tables.filter((name) => name.startsWith('export_'));
    },
    close: () => server.close(),
  };
}

/**
 * Reads CSV per RFC 4180 and throws for anything else: lines end with CRLF, quotes only enclose values and are doubled
 * within, and all lines have as many values as the first.
 */
export function readStrictCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1);
        if (end < 0) throw new Error('A quote is not closed');
        value += text.slice(at + 1, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
    } else {
      const end = /[,\r]/.exec(text.slice(at))?.index;
      if (end === undefined) throw new Error('The last line does not end');
      value = text.slice(at, at + end);
      if (/["\n]/.test(value)) throw new Error(`Not quoted: ${JSON.stringify(value)}`);
      at += end;
    }
    row.push(value);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`A value is followed by ${JSON.stringify(text.slice(at, at + 5))}`);
  }
  if (row.length > 0 || rows.some(({ length }) => length !== rows[0]?.length))
    throw new Error('Lines of unequal length');
  return rows;
}
