import type { ClientBase } from 'pg';

export const POLICY_NAME = 'only_own_client';

/** A table of accounts' rows, and its account column. */
interface ClientTable {
  readonly table: string;
  readonly column: string;
  readonly isProtected: boolean;
}

/**
 * Lists every table with a `client_id`, and `clients`. `isProtected`: the policy exists and row-level security is forced,
 * so it applies to the owner too.
 */
export async function listClientTables(client: ClientBase): Promise<ClientTable[]> {
  const { rows } = await client.query<ClientTable>(
    `select c.relname as "table", a.attname as "column",
            c.relrowsecurity and c.relforcerowsecurity and exists (
              select from pg_policy p where p.polrelid = c.oid and p.polname = $1
            ) as "isProtected"
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (a.attname = 'client_id' or (c.relname = 'clients' and a.attname = 'id'))
     order by c.relname`,
    [POLICY_NAME],
  );
  return rows;
}

/**
 * Adds the policy to each table that lacks it. A transaction can access the rows of the account named in
 * `quarry.client_id`, all rows with `*`, and none if it is not set.
 */
export async function protectClientTables(client: ClientBase): Promise<void> {
  for (const { table, column, isProtected } of await listClientTables(client)) {
    if (isProtected) continue;
    const name = client.escapeIdentifier(table);
    const mine = `${client.escapeIdentifier(column)} = current_setting('quarry.client_id', true)
      or current_setting('quarry.client_id', true) = '*'`;
    await client.query(`alter table ${name} enable row level security`);
    await client.query(`alter table ${name} force row level security`);
    await client.query(`drop policy if exists ${POLICY_NAME} on ${name}`);
    await client.query(`create policy ${POLICY_NAME} on ${name} using (${mine}) with check (${mine})`);
  }
}
