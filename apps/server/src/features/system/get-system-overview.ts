import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type * as contracts from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { z } from 'zod';
import { freeBytes } from '#server/platform/disk-space.ts';
import type { Verb } from '#server/platform/mount.ts';
import { outboxPath } from '#server/platform/outbox-page.ts';
import { readinessReport } from '#server/platform/readiness.ts';
import type { StaffScope } from '#server/platform/scope.ts';
import { engineFacts } from './system.sql.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')));
const startedAt = new Date();

interface StoreFacts {
  readonly version: string | null;
  readonly bytes: number | null;
}

const UNKNOWN: StoreFacts = { version: null, bytes: null };
const engineRow = z.object({ version: z.string(), bytes: z.coerce.number() });
const databaseRow = z.object({ version: z.string(), bytes: z.coerce.number() });

/** Versions, stores and load, as the answering process sees them. */
export const getSystemOverview: Verb<typeof contracts.getSystemOverview> = async (scope) => {
  const { config } = scope;
  const report = await readinessReport(scope);
  const facts = {
    database: () => databaseFacts(scope),
    warehouse: () => warehouseFacts(scope),
  };
  const stores = await Promise.all(
    report.stores.map(async ({ name, isReachable }) => ({
      name: name === 'database' ? 'PostgreSQL' : 'ClickHouse',
      isReachable,
      // A store that doesn't answer is asked no further questions.
      ...(isReachable ? await facts[name]() : UNKNOWN),
    })),
  );
  const { user, system } = process.cpuUsage();
  return {
    overview: {
      version,
      nodeVersion: process.versions.node,
      startedAt: startedAt.toISOString(),
      role: config.role,
      isReady: report.isReady,
      stores,
      disk: { freeBytes: freeBytes(config), reserveBytes: config.minFreeDiskBytes },
      process: {
        memoryBytes: process.memoryUsage().rss,
        cpuSeconds: (user + system) / 1_000_000,
        cores: availableParallelism(),
        sampledAt: new Date().toISOString(),
      },
      outboxPath: outboxPath(scope),
    },
  };
};

async function databaseFacts(scope: StaffScope): Promise<StoreFacts> {
  const { rows } = await scope.read((tx) =>
    tx.execute(
      sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
    ),
  );
  return databaseRow.parse(rows[0]);
}

async function warehouseFacts({ warehouse, request }: StaffScope): Promise<StoreFacts> {
  const [row] = await warehouse.rows(engineFacts, engineRow, { signal: request.signal });
  return row ?? UNKNOWN;
}
