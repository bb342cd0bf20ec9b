import { setTimeout as sleep } from 'node:timers/promises';
import { listScoringConfigs, type ScoringConfig } from '@quarry/contracts';
import type { Caller, TestServer } from '#server/testing/test-server.ts';

/** Waits until all scoring fields of the account are Fresh; returns them by id. */
export async function untilFresh(server: TestServer, caller: Caller): Promise<Map<string, ScoringConfig>> {
  for (;;) {
    const { items } = await server.call(listScoringConfigs, {}, caller);
    if (items.every(({ processingStatus }) => processingStatus === 'Fresh')) {
      return new Map(items.map((item) => [item.id, item]));
    }
    await sleep(20);
  }
}
