import { signIn } from '@quarry/contracts';
import { addClient, addUser, GOOD_PASSWORD } from './people.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import type { TestBrowser } from './test-browser.ts';

/** The account room with the account `north` and helpers for its users. */
export interface TestAccount extends TestApp {
  /** Creates a user with `GOOD_PASSWORD`, by default a USER of the account. */
  newPerson(options?: Parameters<typeof addUser>[2]): Promise<{ email: string; userId: string }>;
  /** Signs in with `GOOD_PASSWORD` in a new browser. */
  signedIn(email: string): Promise<TestBrowser>;
}

export async function openTestAccount(): Promise<TestAccount> {
  const world = await openTestApp();
  const clientId = await addClient(world.db, 'north');
  let people = 0;
  return {
    ...world,
    async newPerson(options = {}) {
      const email = `person${++people}@north.test`;
      return { email, userId: await addUser(world.db, email, { member: { [clientId]: ['USER'] }, ...options }) };
    },
    async signedIn(email) {
      const browser = world.browser();
      const { body } = await browser.call(signIn, { email, password: GOOD_PASSWORD });
      if (body.step !== 'DONE') throw new Error(`The sign-in of ${email} ended with ${JSON.stringify(body)}`);
      return browser;
    },
  };
}

/** The claims of a token, unverified. */
export const decode = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
