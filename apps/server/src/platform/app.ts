import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { controlCaching } from './caching.ts';
import { answerClientError } from './client-errors.ts';
import { compressAnswers } from './compression.ts';
import { answerError, answerNotFound, notFound } from './errors.ts';
import { mountFileLinks } from './file-links.ts';
import { checkHosts } from './hosts.ts';
import type { Identity } from './identity.ts';
import { createMetrics } from './metrics.ts';
import { forMonitoring, mayMonitor } from './monitoring.ts';
import { type Door, mount } from './mount.ts';
import { mountOpenApi } from './openapi.ts';
import { mountOutboxPage } from './outbox-page.ts';
import { readinessReport } from './readiness.ts';
import type { Platform } from './scope.ts';
import { answerWebRoute, serveWebFiles } from './web-files.ts';

/** How long a caller may take to send its headers, and a whole request. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than any statement of a request runs, and than a download pauses. */
const IDLE_TIMEOUT_MS = 180_000;
/** Leaves file descriptors for the stores. */
const MAX_CONNECTIONS = 2_000;

/** Browser features that no page uses. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Pipedrive sends its call to the page of the web app that people come back to. */
const REWRITTEN_DELETES: Readonly<Record<string, string>> = { '/connectors/connect': '/api/connectors/pipedrive' };

/** Dependencies of the HTTP server. */
export interface AppParts {
  readonly platform: Platform;
  readonly identity: Identity;
  readonly doors: readonly Door[];
  /** Folder of the built web app; null serves the API only. */
  readonly webRoot: string | null;
}

/** Builds the HTTP server without listening. */
export async function buildApp({ platform, identity, doors, webRoot }: AppParts): Promise<FastifyInstance> {
  const { config } = platform;
  const loggerInstance: FastifyBaseLogger = platform.log;
  const app = Fastify({
    loggerInstance,
    // Never the caller's id: it goes to the log unescaped.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    // A missing Host is refused like a wrong one, in the contract's format.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ method, url = '/' }) => (method === 'DELETE' ? (REWRITTEN_DELETES[url] ?? url) : url),
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(webRoot === null ? answerNotFound : answerWebRoute);
  const isHttps = config.publicUrl.startsWith('https://');
  await app.register(helmet, {
    // Mantine writes CSS variables into inline style tags.
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(config.oidc === null ? [] : [new URL(config.oidc.issuer).origin])],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
    hsts: isHttps,
  });
  await app.register(cookie);
  const metrics = createMetrics();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'permissions-policy': PERMISSIONS_POLICY });
  });
  checkHosts(app, config);
  app.addHook('onRequest', async (request) => {
    // Otherwise the body would be read and parsed for an address that doesn't exist.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
  });
  controlCaching(app);
  compressAnswers(app);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (!route.startsWith('/api')) return;
    const { id: requestId, method } = request;
    platform.log.info(
      { requestId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const { isReady, stores, problems } = await readinessReport(platform);
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'unavailable',
      ...(mayMonitor(config, request) ? { stores, problems } : {}),
    });
  });
  app.get('/metrics', { onRequest: forMonitoring(config) }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
  mount(app, platform, identity, doors);
  await mountOpenApi(app, config, doors);
  mountOutboxPage(app, platform, identity);
  mountFileLinks(app, platform);
  if (webRoot !== null) await serveWebFiles(app, webRoot);
  return app;
}
