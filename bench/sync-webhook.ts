import { createServer } from 'node:http';
import { z } from 'zod';
import type { Bench } from './open-bench.ts';

const GOAL_SECONDS = 60;
const BATCH = 100;
/** One in so many batches is refused. */
const REFUSED_EVERY = 50;

/** A webhook's receiver, which counts what it is sent. */
export interface Receiver {
  readonly url: string;
  readonly accepted: { account: number; contact: number };
  close(): Promise<void>;
}

const payload = z.object({ type: z.enum(['account', 'contact']), body: z.array(z.unknown()) });
const created = z.object({ integration: z.object({ id: z.string() }) });

export async function startReceiver(): Promise<Receiver> {
  const accepted = { account: 0, contact: 0 };
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      const isRefused = requests % REFUSED_EVERY === 0;
      const { type, body } = payload.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      if (!isRefused) accepted[type] += body.length;
      response.writeHead(isRefused ? 422 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    accepted,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type RunSync = (
  bench: Bench,
  integrationId: string,
  companyIds: readonly string[],
) => Promise<{ readonly counts: Readonly<Record<string, number>>; readonly seconds: number }>;

/** Sends companies and contacts in batches. Returns true if that is within budget and everything arrived. */
export async function syncToWebhook(
  bench: Bench,
  { url, accepted }: Receiver,
  companyIds: readonly string[],
  runSync: RunSync,
): Promise<boolean> {
  const credentials = { accountUrl: `${url}/companies`, contactsUrl: `${url}/contacts`, webhookBatchSize: BATCH };
  const { integration } = created.parse(
    await bench.post('/app/integrations', { integrationType: 'WEBHOOK', credentials }),
  );
  const { counts, seconds } = await runSync(bench, integration.id, companyIds);
  const isComplete =
    counts.numAccountsCreated === accepted.account &&
    counts.numContactsCreated === accepted.contact &&
    (counts.numAccountsCreated ?? 0) + (counts.numAccountsFailed ?? 0) === companyIds.length;
  console.log(
    `WEBHOOK    first: ${accepted.account} companies, ${accepted.contact} contacts accepted in ${seconds.toFixed(1)} s (budget ${GOAL_SECONDS})${isComplete ? '' : `, WRONG: the job counted ${JSON.stringify(counts)}`}`,
  );
  return isComplete && seconds <= GOAL_SECONDS;
}
