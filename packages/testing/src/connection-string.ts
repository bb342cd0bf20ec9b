/** Name of the migrated database that each test file copies. */
export const TEMPLATE = 'quarry_template';

/** The same server and role, another database. For connection strings of the embedded server. */
export function onDatabase(connectionString: string, database: string): string {
  return connectionString.replace(/@\/[^?]*\?/, `@/${database}?`);
}
