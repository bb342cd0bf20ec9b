import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, eq, openDatabase } from '@quarry/postgres';
import { readPasswords } from '@quarry/postgres/embedded/passwords';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { jobs } from '@quarry/postgres/tables/jobs';
import { requestBuild } from '../apps/server/src/features/datasets/request-build.ts';
import { enqueueJob } from '../apps/server/src/platform/jobs/enqueue-job.ts';

const SETTLE_TIMEOUT_MS = 90_000;
const SETTLED = new Set(['COMPLETE', 'ERROR', 'CANCELLED']);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A client's dataset in the system of record. */
export interface DatasetRecord {
  readonly current: number | null;
  readonly versions: readonly { readonly version: number; readonly status: string; readonly rowCount: number | null }[];
}

/** The system of record of a running server, accessed from another process. */
export interface SystemOfRecord {
  readonly db: Database;
  /** Makes the criteria the dataset's only source. */
  sourceByCriteria(clientName: string): Promise<void>;
  /** Sets the companies to leave out of the next build. */
  exclude(clientName: string, companyIds: readonly string[]): Promise<void>;
  /** Requests a build and returns the job's id. On return, the request is acknowledged. */
  requestBuild(clientName: string): Promise<string>;
  job(jobId: string): Promise<typeof jobs.$inferSelect | null>;
  /** Waits until a job ends. */
  settled(jobId: string): Promise<typeof jobs.$inferSelect>;
  dataset(clientName: string): Promise<DatasetRecord>;
  countAudit(action: string): Promise<number>;
  close(): Promise<void>;
}

/** Connects to the database server of a data folder. Must be reopened after each restart. */
export async function openRecord(dataDir: string): Promise<SystemOfRecord> {
  const passwords = readPasswords(join(dataDir, 'postgres'));
  if (passwords === null) throw new Error(`The database of ${dataDir} has no passwords`);
  const socket = encodeURIComponent(join(dataDir, 'postgres/socket'));
  const db = await openDatabase({
    connectionString: `postgresql://quarry:${passwords.application}@/quarry?host=${socket}&port=5432`,
    log: quiet,
    maxConnections: 3,
  });
  const idOf = async (clientName: string): Promise<string> => {
    const [client] = await db.asSystem((tx) =>
      tx.select({ id: clients.id }).from(clients).where(eq(clients.name, clientName)),
    );
    if (client === undefined) throw new Error(`There is no client ${clientName}`);
    return client.id;
  };
  const job = async (jobId: string) => {
    const [row] = await db.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.id, jobId)));
    return row ?? null;
  };
  return {
    db,
    job,
    async sourceByCriteria(clientName) {
      await db.asSystem((tx) => tx.update(clients).set({ featureFlags: [] }).where(eq(clients.name, clientName)));
    },
    async exclude(clientName, companyIds) {
      await db.asSystem((tx) =>
        tx
          .update(clients)
          .set({ excludeCompanyIds: [...companyIds] })
          .where(eq(clients.name, clientName)),
      );
    },
    async requestBuild(clientName) {
      const clientId = await idOf(clientName);
      return db.asSystem((tx) => requestBuild(tx, { enqueue: enqueueJob }, clientId, {}, 'faults'));
    },
    async settled(jobId) {
      const end = Date.now() + SETTLE_TIMEOUT_MS;
      for (;;) {
        const row = await job(jobId);
        if (row !== null && SETTLED.has(row.status)) return row;
        if (Date.now() > end) throw new Error(`The job did not end: ${JSON.stringify(row)}`);
        await sleep(25);
      }
    },
    async dataset(clientName) {
      const clientId = await idOf(clientName);
      return db.asSystem(async (tx) => {
        const [client] = await tx
          .select({ current: clients.datasetVersion })
          .from(clients)
          .where(eq(clients.id, clientId));
        const versions = await tx
          .select({
            version: datasetVersions.version,
            status: datasetVersions.status,
            rowCount: datasetVersions.rowCount,
          })
          .from(datasetVersions)
          .where(eq(datasetVersions.clientId, clientId))
          .orderBy(datasetVersions.version);
        return { current: client?.current ?? null, versions };
      });
    },
    countAudit: (action) => db.asSystem((tx) => tx.$count(auditLog, eq(auditLog.action, action))),
    close: () => db.close(),
  };
}
