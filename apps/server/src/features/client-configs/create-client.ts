import { AppError, type ClientConfig } from '@quarry/contracts';
import { brokenConstraint, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { recordAudit } from '#server/platform/audit.ts';
import { toClientColumns } from './client-columns.ts';
import { recordConfigVersion } from './config-history.ts';
import { assertValidConfig } from './validate-config.ts';

/** The author of a change, for the audit trail. */
export interface Actor {
  readonly userId: string | null;
  /** An e-mail address or the name of a tool. */
  readonly name: string;
}

/** Creates a client and returns its id. For errors, see `insertClient`. */
export async function createClient(tx: Transaction, client: NewClient, actor: Actor): Promise<string> {
  const id = await insertClient(tx, client, actor);
  await recordAudit(tx, {
    clientId: id,
    actorUserId: actor.userId,
    actor: actor.name,
    action: 'client.created',
    target: client.config.clientName,
    before: null,
    after: { ...client.config, companyLimit: client.companyLimit ?? null },
    requestId: null,
  });
  return id;
}

interface NewClient {
  readonly config: ClientConfig;
  readonly companyLimit?: number | null;
}

/**
 * Creates a client without an audit row, for callers that write it themselves. Returns its id. Throws VALIDATION_FAILED
 * if the config is invalid, and NAME_TAKEN if the name is in use, which aborts the transaction.
 */
export async function insertClient(
  tx: Transaction,
  { config, companyLimit = null }: NewClient,
  actor: Pick<Actor, 'name'>,
): Promise<string> {
  assertValidConfig(config);
  const [created] = await tx
    .insert(clients)
    .values({ ...toClientColumns(config), companyLimit })
    .returning({ id: clients.id })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'clients_name_unique') throw error;
      throw new AppError(
        'NAME_TAKEN',
        'Client with this name already exist, provide a new name, or edit existing config',
        { clientName: config.clientName },
      );
    });
  if (created === undefined) throw new Error(`The client ${config.clientName} was not created`);
  await recordConfigVersion(tx, { id: created.id, companyLimit }, { before: null, config, savedBy: actor.name });
  return created.id;
}
