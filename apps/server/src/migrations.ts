import type { Migration } from '@quarry/clickhouse';
import { universeMigrations } from '#server/features/universe/schema.ts';

/** Every migration of the data plane, in order, one line per room. Applied ones never change; new ones go to the end. */
export const migrations: readonly Migration[] = [...universeMigrations];
