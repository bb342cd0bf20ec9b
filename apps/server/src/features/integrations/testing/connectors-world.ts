import { authorizeIntegration, type CrmType, connectIntegration, type Integration } from '@quarry/contracts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** A server with an account, an administrator and a user. */
export interface ConnectorsWorld {
  readonly server: TestServer;
  readonly clientId: string;
  readonly admin: Caller & { readonly email: string };
  readonly user: Caller;
  /** Connects a CRM as a person does, through its consent page, which leads back at once. */
  connect(type: CrmType, caller?: Caller): Promise<Integration>;
  /** Goes to the consent page and returns what it sends back. */
  consent(type: CrmType, caller?: Caller): Promise<{ code: string; state: string }>;
}

/** With `companies`, the account has a dataset over a universe of so many. */
export async function startConnectorsWorld(
  environment: NodeJS.ProcessEnv,
  { companies = 0 }: { readonly companies?: number } = {},
): Promise<ConnectorsWorld> {
  const name = 'acme';
  const server = await startTestServer({ QUARRY_PRIVATE_TARGETS: 'on', ...environment });
  const clientId =
    companies === 0
      ? await createTestClient(server.platform, name)
      : (await buildTestDataset(server.platform, { name, companies })).id;
  const person = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER', 'ADMIN'] } });
  const other = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  const admin = { token: person.token, client: name, email: person.email };
  const user = { token: other.token, client: name };

  async function consent(type: CrmType, caller: Caller = admin) {
    const { url } = await server.call(authorizeIntegration, { integrationType: type }, caller);
    const page = await fetch(url, { redirect: 'manual' });
    const back = new URL(page.headers.get('location') ?? '');
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
  }
  return {
    server,
    clientId,
    admin,
    user,
    consent,
    async connect(type, caller = admin) {
      const { code, state } = await consent(type, caller);
      const connected = { connectorName: '', integrationType: type, code, state };
      return (await server.call(connectIntegration, connected, caller)).integration;
    },
  };
}
