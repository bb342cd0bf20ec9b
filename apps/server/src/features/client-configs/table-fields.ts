import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';

const FIELDS = sql`${clients.appSettings}->'companiesTableFields'`;
/** The most columns that the settings can list. */
const MAX_FIELDS = 500;

/** Puts a column in front of the account's default columns. An account without its own keeps the product's. */
export async function addTableField(tx: Transaction, clientId: string, fieldName: string): Promise<void> {
  const isList = sql`jsonb_typeof(${FIELDS}) = 'array' and jsonb_array_length(${FIELDS}) < ${MAX_FIELDS}`;
  await tx
    .update(clients)
    .set({
      appSettings: sql`jsonb_set(${clients.appSettings}, '{companiesTableFields}', jsonb_build_array(${fieldName}::text) || (${FIELDS}))`,
    })
    .where(
      and(eq(clients.id, clientId), sql`case when jsonb_typeof(${FIELDS}) = 'array' then ${isList} else false end`),
    );
}

/** Takes a column out of the account's default columns. */
export async function removeTableField(tx: Transaction, clientId: string, fieldName: string): Promise<void> {
  await tx
    .update(clients)
    .set({
      appSettings: sql`jsonb_set(${clients.appSettings}, '{companiesTableFields}', (${FIELDS}) - ${fieldName}::text)`,
    })
    .where(and(eq(clients.id, clientId), sql`jsonb_typeof(${FIELDS}) = 'array'`));
}
