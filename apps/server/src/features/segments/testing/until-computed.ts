import { setTimeout as sleep } from 'node:timers/promises';
import { getSegment, type Segment } from '@quarry/contracts';
import type { Caller, TestServer } from '#server/testing/test-server.ts';

/** Waits until nothing of the segment is being computed; returns it. */
export async function untilComputed(server: TestServer, caller: Caller, segmentId: string): Promise<Segment> {
  for (;;) {
    const { item } = await server.call(getSegment, { segmentId }, caller);
    if (item.updateStatus !== 'RUNNING' && item.refreshStatus !== 'RUNNING') return item;
    await sleep(20);
  }
}
