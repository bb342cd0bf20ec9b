import { setTimeout as sleep } from 'node:timers/promises';
import { listTags, type Tag } from '@quarry/contracts';
import type { Caller, TestServer } from '#server/testing/test-server.ts';

/** Waits until all tags of the account are Fresh; returns them by id. */
export async function untilFresh(server: TestServer, caller: Caller): Promise<Map<string, Tag>> {
  for (;;) {
    const { talkTracks } = await server.call(listTags, {}, caller);
    if (talkTracks.every(({ processingStatus }) => processingStatus === 'Fresh')) {
      return new Map(talkTracks.map((tag) => [tag.id, tag]));
    }
    await sleep(20);
  }
}
