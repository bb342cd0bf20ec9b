import { setTimeout as sleep } from 'node:timers/promises';
import { type AnalysisReport, getAnalysisReport } from '@quarry/contracts';
import type { Caller, TestServer } from '#server/testing/test-server.ts';

/** Waits until a report is no longer being calculated. */
export async function untilCalculated(server: TestServer, caller: Caller, id: string): Promise<AnalysisReport> {
  for (;;) {
    const { item } = await server.call(getAnalysisReport, { scoringAnalysisReportId: id }, caller);
    if (item.status !== 'Calculating') return item;
    await sleep(20);
  }
}
