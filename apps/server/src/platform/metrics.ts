import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** `route` is the pattern, not the address, so that ids don't multiply the series. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
}

/** Creates the metrics of one server, in its own registry so that tests can build several. */
export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'quarry_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  });
  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    observeRequest: (method, route, status, seconds) => requests.labels(method, route, String(status)).observe(seconds),
  };
}
