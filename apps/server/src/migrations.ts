import type { Migration } from '@quarry/clickhouse';
import { universeMigrations } from '#server/features/universe/schema.ts';

/** Every migration of the data plane, in order. Released ones never change; append new ones. */
export const migrations: readonly Migration[] = [...universeMigrations];
