import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startSmtpInbox } from '../apps/server/src/testing/smtp-inbox.ts';
import { signIn } from './caller.ts';
import type { Scenario } from './scenario.ts';
import { freePort, startSupervised } from './server.ts';

const INVITED = ['one@mail.test', 'two@mail.test', 'three@mail.test'];
const LIMIT_MS = 60_000;
const problemList = z.object({ problems: z.array(z.object({ id: z.string() })) });

/** Waits until `isTrue`, at most a minute. Returns whether it became true. */
async function eventually(isTrue: () => Promise<boolean> | boolean): Promise<boolean> {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end) {
    if (await isTrue()) return true;
    await sleep(100);
  }
  return isTrue();
}

/** Invites people while the mail server is down, and kills the server before it is back. Each mail arrives, once. */
export const smtpDown: Scenario = async ({ checks, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'smtp');
  const port = await freePort();
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const server = await startSupervised(dataDir, { demoCompanies: template.companies, smtpUrl });
  await server.ready();
  const caller = await signIn(server.url);
  for (const email of INVITED) {
    const answer = await caller.send('POST', '/app/users', { email, userPermissions: ['USER'] });
    checks.same(answer.status, 200, `${email} is invited while no mail can leave`);
  }
  const isTold = async () => {
    const { problems } = problemList.parse(await (await fetch(`${server.url}/readyz`)).json());
    return problems.some(({ id }) => id === 'mail');
  };
  checks.that(await eventually(isTold), 'the operator is told that no mail can leave');
  checks.same((await fetch(`${server.url}/readyz`)).status, 200, 'and the server stays ready');
  server.kill();
  await server.ready();
  const inbox = await startSmtpInbox(port);
  const begin = Date.now();
  const arrivals = () => INVITED.map((email) => inbox.mailsTo(email).length);
  await eventually(() => arrivals().every((count) => count > 0));
  checks.note(`mails arrived ${Date.now() - begin} ms after the mail server came back`);
  await sleep(2_000);
  checks.same(
    arrivals(),
    INVITED.map(() => 1),
    'each invitation arrives once',
  );
  checks.same((await server.stop()).code, 0, 'the server stops');
  await inbox.close();
};
