import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Identity } from './identity.ts';
import type { Door } from './mount.ts';
import { openPlatform, type PlatformParts } from './open-platform.ts';
import type { Platform } from './scope.ts';

/** Dependencies of a server. */
export interface ServerParts {
  readonly config: Config;
  readonly doors: readonly Door[];
  readonly jobDefinitions: PlatformParts['jobs'];
  readonly migrations: PlatformParts['migrations'];
  readonly tables?: PlatformParts['tables'];
  readonly createEmailVerifier: PlatformParts['createEmailVerifier'];
  readonly createIdentity: (platform: Platform) => Identity;
  readonly webRoot: string;
  readonly onStoreLost?: PlatformParts['onStoreLost'];
}

export interface RunningServer {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  /** Address it listens on, with the actual port if 0 is configured. */
  readonly address: string;
  /** Stops within 30 s. Running jobs resume from their checkpoint at the next start. */
  stop(): Promise<void>;
}

/** How long running requests may take to finish on stop. */
const REQUESTS_GRACE_MS = 10_000;
/** How long running jobs may take, after the requests. */
const JOBS_GRACE_MS = 12_000;

/** Opens the stores, starts the jobs and listens. The role `worker` listens for health and metrics only. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config } = parts;
  const { platform, close } = await openPlatform(config, {
    migrations: parts.migrations,
    tables: parts.tables,
    jobs: parts.jobDefinitions,
    createEmailVerifier: parts.createEmailVerifier,
    runsJobs: config.role !== 'api',
    onStoreLost: parts.onStoreLost,
  });
  try {
    const isWorkerOnly = config.role === 'worker';
    const app = await buildApp({
      platform,
      identity: parts.createIdentity(platform),
      doors: isWorkerOnly ? [] : parts.doors,
      webRoot: !isWorkerOnly && existsSync(join(parts.webRoot, 'index.html')) ? parts.webRoot : null,
    });
    await platform.jobs.start();
    const address = await app.listen({ host: config.host, port: config.port });
    return {
      platform,
      app,
      address,
      async stop() {
        const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUESTS_GRACE_MS);
        await app.close();
        clearTimeout(cutOff);
        await close(JOBS_GRACE_MS);
      },
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}
