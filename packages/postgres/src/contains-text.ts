import { ilike, type SQL } from 'drizzle-orm';

/** The condition that a column contains a text, ignoring case; blanks around the text don't count. */
export function containsText(column: Parameters<typeof ilike>[0], text: string): SQL {
  return ilike(column, `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`);
}
