import {
  type CallOf,
  checkDataBlockCache,
  type Estimate,
  type EstimationConfig,
  previewDataBlockCache,
  triggerDataBlockCache,
} from '@quarry/contracts';
import { call } from '../../lib/api.ts';
import { pause } from '../../lib/pause.ts';

const STATUS_POLL_MS = 3_000;
const PREVIEW_POLL_MS = 5_000;
/** The first look comes sooner because many estimates are quick. */
const FIRST_LOOK_MS = 300;

type Criteria = CallOf<typeof checkDataBlockCache>;

/** The calls to the server that an estimate needs. */
export interface EstimateTransport {
  readonly check: (criteria: Criteria, signal: AbortSignal) => Promise<Estimate>;
  /** Returns the execution's id. */
  readonly trigger: (criteria: Criteria, signal: AbortSignal) => Promise<string>;
  readonly preview: (executionId: string, signal: AbortSignal) => Promise<Estimate>;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const OVER_HTTP: EstimateTransport = {
  check: (criteria, signal) => call(checkDataBlockCache, criteria, { signal }),
  trigger: async (criteria, signal) => (await call(triggerDataBlockCache, criteria, { signal })).executionId,
  preview: (executionId, signal) => call(previewDataBlockCache, { executionId }, { signal }),
  wait: pause,
};

/**
 * Returns the stored estimate of criteria, or starts one and waits for it: every 3 s it asks whether the estimate is stored,
 * and every 5 s for its progress. Throws ApiError.
 */
export async function estimateCriteria(
  { sourcingCriteria, dataBlockConfigs, clientName }: EstimationConfig,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (fraction: number | null) => void },
  { check, trigger, preview, wait }: EstimateTransport = OVER_HTTP,
): Promise<Estimate> {
  const criteria = { criteria: sourcingCriteria, configs: dataBlockConfigs, clientName };
  const known = await check(criteria, signal);
  if (known.state === 'READY') return known;
  const executionId = await trigger(criteria, signal);
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);

  async function untilThere(): Promise<Estimate> {
    for (;;) {
      await wait(STATUS_POLL_MS, either);
      const found = await check(criteria, either);
      if (found.state === 'READY') return found;
    }
  }
  async function untilEnded(): Promise<Estimate> {
    for (let next = FIRST_LOOK_MS; ; next = PREVIEW_POLL_MS) {
      await wait(next, either);
      const found = await preview(executionId, either);
      if (found.state === 'READY') return found;
      if (found.state === 'FAILED') throw new Error(`Sorry, preview errored: ${found.error ?? found.state}`);
      onProgress(found.progress);
    }
  }
  try {
    return await Promise.race([untilThere(), untilEnded()]);
  } finally {
    ended.abort();
  }
}
