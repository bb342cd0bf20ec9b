import { expect, test } from 'vitest';
import { connectPlainly } from '#server/features/integrations/testing/plain-vendor-api.ts';
import { startHubspot } from '#server/features/integrations/testing/stand-ins/hubspot/index.ts';
import { vendorOf } from '#server/features/integrations/vendors/index.ts';
import { type Sent, sendWrites } from './send-writes.ts';

/** Until HubSpot's search shows a new company; Quarry waits a little longer. */
const LAG_MS = 300;

test('a company without our key, whose answer was lost, is looked for once the search can show it', async () => {
  const hubspot = await startHubspot({ searchLagMs: LAG_MS });
  const vendor = vendorOf('HUBSPOT', { crms: { hubspot: hubspot.settings } as never });
  expect(vendor.findLagMs).toBe(10_000);
  const api = await connectPlainly(vendor);
  hubspot.server.faults.plan({ on: /companies\/batch\/create/, fault: { kind: 'lostAnswer' } });
  const sent: Sent[] = [];
  await sendWrites(
    { vendor: { ...vendor, findLagMs: 2 * LAG_MS }, api, recordType: 'company', keyField: null, waitsMs: [1, 1, 1] },
    [
      {
        recordId: '1',
        externalId: null,
        values: { name: 'One', domain: 'one.com' },
        accountId: null,
        matchValue: 'one.com',
      },
    ],
    (_write, outcome) => sent.push(outcome),
  );
  await hubspot.close();
  expect(hubspot.companies.live).toHaveLength(1);
  expect(sent).toEqual([{ kind: 'done', id: hubspot.companies.live[0]?.id, created: true }]);
});
