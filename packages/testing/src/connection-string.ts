/** The migrated database that each test file copies. */
export const TEMPLATE = 'quarry_template';

/** Replaces the database in a connection string of the embedded server. */
export function onDatabase(connectionString: string, database: string): string {
  return connectionString.replace(/@\/[^?]*\?/, `@/${database}?`);
}
