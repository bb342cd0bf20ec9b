import { signIn } from '@quarry/contracts';
import { addClient, addUser, GOOD_PASSWORD } from './people.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import type { TestBrowser } from './test-browser.ts';

/** The account room with the account `north`, and ways to its people. */
export interface TestAccount extends TestApp {
  /** Creates a person with `GOOD_PASSWORD`, a USER of the account unless the options say otherwise. */
  newPerson(options?: Parameters<typeof addUser>[2]): Promise<{ email: string; userId: string }>;
  /** A browser in which the person has signed in. Throws when `GOOD_PASSWORD` does not lead there. */
  signedIn(email: string): Promise<TestBrowser>;
}

/** Opens a `TestAccount`. */
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

/** The claims of a token, whoever signed it. */
export const decode = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
