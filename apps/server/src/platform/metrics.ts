import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
  register.registerMetric(loopWork());
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

const TICK_MS = 10;

/**
 * The most processor time that one turn of the event loop has used since the last reading. Its lag also counts the time
 * for which the loop was ready but every core was busy with other threads.
 */
function loopWork(): Gauge {
  let longest = 0;
  let before = process.threadCpuUsage();
  // The timer fires once a turn at most, so what is used between two of them was used in a turn, or in short ones.
  setInterval(() => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - before.user - before.system);
    before = now;
  }, TICK_MS).unref();
  return new Gauge({
    name: 'quarry_event_loop_work_max_seconds',
    help: 'Most processor time of one turn of the event loop since the last reading',
    registers: [],
    collect() {
      this.set(longest / 1_000_000);
      longest = 0;
    },
  });
}
