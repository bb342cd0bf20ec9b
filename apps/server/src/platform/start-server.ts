import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Identity } from './identity.ts';
import type { Door } from './mount.ts';
import { openPlatform, type PlatformParts } from './open-platform.ts';
import type { Platform } from './scope.ts';

/** What a server is started from. */
export interface ServerParts {
  readonly config: Config;
  readonly doors: readonly Door[];
  readonly jobDefinitions: PlatformParts['jobs'];
  readonly migrations: PlatformParts['migrations'];
  readonly createIdentity: (platform: Platform) => Identity;
  readonly webRoot: string;
  /** See `PlatformParts`. */
  readonly onStoreLost?: PlatformParts['onStoreLost'];
}

/** A running server. */
export interface RunningServer {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  /** Address it listens on, with the port that the system chose when the configuration says 0. */
  readonly address: string;
  /** Ends within 30 s: requests and jobs that run then are cut off; jobs go on from their checkpoint at the next start. */
  stop(): Promise<void>;
}

/** How long requests that run at a stop may take to finish. */
const REQUESTS_GRACE_MS = 10_000;
/** The same for jobs, after the requests. */
const JOBS_GRACE_MS = 12_000;

/** Opens the stores, starts the jobs of this role and listens. The role `worker` listens too, for health and metrics only. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config } = parts;
  const { platform, close } = await openPlatform(config, {
    migrations: parts.migrations,
    jobs: parts.jobDefinitions,
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
