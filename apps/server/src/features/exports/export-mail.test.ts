import { getExport, startExport } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpInbox, startSmtpInbox } from '#server/testing/smtp-inbox.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let inbox: SmtpInbox;
let server: TestServer;
let client: TestClient;
let requester: TestPerson;
let caller: Caller;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  server = await startTestServer({ SMTP_URL: inbox.url });
  client = await buildTestDataset(server.platform, { name: 'mailed', companies: 100 });
  requester = await signedInPerson(server.platform, { memberOf: { [client.id]: ['USER'] } });
  caller = { token: requester.token, client: client.name };
}, 120_000);
afterAll(async () => {
  await server.close();
  await inbox.close();
});

test('a finished export is mailed once through SMTP, to its requester, with a link to its page', async () => {
  const exportConfig = { columns: ['name'] };
  const input = { exportType: 'DATASET' as const, exportConfig, exportName: 'Größte zuerst' };
  const begun = (await server.call(startExport, input, caller)).export;
  await expect.poll(() => inbox.mailsTo(requester.email).length, { timeout: 60_000 }).toBe(1);
  const item = (await server.call(getExport, { id: begun.id }, caller)).export;
  expect(item.status).toBe('COMPLETE');
  const [mail] = inbox.mailsTo(requester.email);
  expect(mail).toMatchObject({ subject: 'Your export is ready', to: [{ address: requester.email }] });
  expect(mail?.text).toContain(`Your export “Größte zuerst” is ready. It has ${item.rowCount} companies.`);
  const links = mail?.text?.match(/https?:\S+/g);
  expect(links).toEqual([`http://quarry.test/app/mailed/exports/${item.id}`]);
}, 120_000);
