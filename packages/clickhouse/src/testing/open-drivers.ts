import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '../cluster.ts';
import { openEmbedded } from '../embedded.ts';
import type { Warehouse } from '../warehouse.ts';
import type { TestServer } from './http-server.ts';
import { openTestServer } from './http-server.ts';

/** Both drivers over one fresh engine. */
export interface Drivers {
  embedded: Warehouse;
  http: Warehouse;
  server: TestServer;
  close(): Promise<void>;
}

export const DRIVER_NAMES = ['embedded', 'http'] as const;

/** Opens the embedded driver, and the cluster driver through a test server, in a new temporary folder. */
export async function openDrivers(): Promise<Drivers> {
  const path = await mkdtemp(join(tmpdir(), 'quarry-clickhouse-test-'));
  const gib = 1024 ** 3;
  const embedded = await openEmbedded({ path, jobSessions: 1, maxMemoryBytes: 4 * gib });
  const server = await openTestServer({ path });
  const limits = { maxThreads: 1, peopleMemoryBytes: gib, jobMemoryBytes: 2 * gib, analysisConnections: 3 };
  const http = openCluster({ url: server.url, ...limits });
  return {
    embedded,
    http,
    server,
    close: async () => {
      await http.close(1000);
      await server.close();
      await embedded.close(1000);
      await rm(path, { recursive: true, force: true });
    },
  };
}
