import type { Migration, TableName } from '@quarry/clickhouse';
import { UNIVERSE_TABLES, universeMigrations } from '#server/features/universe/schema.ts';

/** Every migration of the data plane, in order. Released ones never change; append new ones. */
export const migrations: readonly Migration[] = [...universeMigrations];

/** The tables of the data plane that belong to no account. */
export const tables: readonly TableName[] = UNIVERSE_TABLES;
