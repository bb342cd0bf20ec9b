export {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  between,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
export { administer } from './administer.ts';
export { type Database, openDatabase, type Transaction, type TransactionOptions } from './connect.ts';
export { containsText } from './contains-text.ts';
export { closeFolder } from './embedded/account.ts';
export { type EmbeddedPostgres, endLeftoverServer, findRunningPostgres, startEmbeddedPostgres } from './embedded.ts';
export { createListener, type Listener } from './listen.ts';
export type { Log } from './log.ts';
export { migrate } from './migrate.ts';
export { rowsAs } from './rows-as.ts';
export { brokenConstraint, isLockTimeout, isUnreachable, sqlState } from './sql-state.ts';
export { BusyError } from './turns.ts';
