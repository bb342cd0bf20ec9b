import { AppError } from '@quarry/contracts';
import { brokenConstraint, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { recordAudit } from '#server/platform/audit.ts';
import { toClientColumns } from './client-columns.ts';
import type { ClientConfig } from './client-config.ts';
import { assertValidConfig } from './validate-config.ts';

/** The author of a change, for the audit trail. */
export interface Actor {
  readonly userId: string | null;
  /** An e-mail address or the name of a tool. */
  readonly name: string;
}

/**
 * Creates a client and returns its id. Throws VALIDATION_FAILED if the config is invalid, and NAME_TAKEN if the name is
 * in use, which aborts the transaction.
 */
export async function createClient(
  tx: Transaction,
  client: { readonly config: ClientConfig; readonly companyLimit?: number | null },
  actor: Actor,
): Promise<string> {
  const { config, companyLimit = null } = client;
  assertValidConfig(config);
  const columns = toClientColumns(config);
  const [created] = await tx
    .insert(clients)
    .values({ ...columns, companyLimit })
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
  await recordAudit(tx, {
    clientId: created.id,
    actorUserId: actor.userId,
    actor: actor.name,
    action: 'client.created',
    target: config.clientName,
    before: null,
    after: { ...config, companyLimit },
    requestId: null,
  });
  return created.id;
}
