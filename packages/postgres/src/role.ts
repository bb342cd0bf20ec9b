import type { ClientBase, Pool } from 'pg';

/**
 * Throws if the server would ignore row-level security for the current role, as it does for superusers and roles with
 * BYPASSRLS.
 */
export async function refusePowerfulRole(connection: ClientBase | Pool): Promise<void> {
  const { rows } = await connection.query<{ name: string; isSuperuser: boolean; bypasses: boolean }>(
    'select rolname as name, rolsuper as "isSuperuser", rolbypassrls as bypasses from pg_roles where rolname = current_user',
  );
  const [role] = rows;
  if (role === undefined || (!role.isSuperuser && !role.bypasses)) return;
  throw new Error(
    `The database role "${role.name}" ${role.isSuperuser ? 'is a superuser' : 'has BYPASSRLS'}, so PostgreSQL would not keep accounts apart. ` +
      "Give Quarry a role of its own that owns its database: CREATE ROLE quarry LOGIN PASSWORD '…'; CREATE DATABASE quarry OWNER quarry.",
  );
}
