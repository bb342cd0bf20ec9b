import { isDeepStrictEqual } from 'node:util';
import type { BreakingChange, ClientConfig, ConfigDependant } from '@quarry/contracts';
import type { ConfigUsage } from '#server/features/client-configs/config-usages.ts';
import { meaningOf } from '#server/features/client-configs/expressions/parse.ts';
import type { ColumnUse } from './config-users.ts';

/** A column of a config, by what it is computed from. */
interface Column {
  readonly name: string;
  readonly displayName: string;
  /** Equal for columns with the same origin and type. */
  readonly origin: string;
}

/**
 * Finds what would break whatever uses the config: data points and custom fields that are removed, renamed or computed
 * from something else, and edited configurations of markets. Each with its dependants.
 */
export function findBreakingChanges(
  before: ClientConfig,
  after: ClientConfig,
  uses: readonly ColumnUse[],
  usageOf: (configId: string) => ConfigUsage,
): BreakingChange[] {
  const dependants = (fieldName: string): ConfigDependant[] =>
    uses.filter((use) => use.fieldName === fieldName).map(({ kind, id, name, use }) => ({ kind, id, name, use }));
  const next = new Map(columnsOf(after).map((column) => [column.name, column]));
  const known = new Set(columnsOf(before).map(({ name }) => name));
  const added = [...next.values()].filter(({ name }) => !known.has(name));
  const ofColumns = columnsOf(before).flatMap((column): BreakingChange[] => {
    const { name: fieldName, displayName, origin } = column;
    const own = next.get(fieldName);
    if (own?.origin === origin) return [];
    const change = { fieldName, displayName, newFieldName: null, dependants: dependants(fieldName) };
    if (own !== undefined) return [{ ...change, kind: 'CHANGED' }];
    const renamed = added.findIndex((candidate) => candidate.origin === origin);
    const [taken] = renamed < 0 ? [] : added.splice(renamed, 1);
    if (taken === undefined) return [{ ...change, kind: 'REMOVED' }];
    return [{ ...change, kind: 'RENAMED', newFieldName: taken.name }];
  });
  return [...ofColumns, ...changedConfigs(before, after, usageOf)];
}

function columnsOf({ fieldDefinitions, customDataFields }: ClientConfig): Column[] {
  const points = fieldDefinitions.map(({ externalName, displayName, internalName, configId }) => ({
    name: externalName,
    displayName: displayName === '' ? externalName : displayName,
    origin: `${internalName}#${configId ?? ''}`,
  }));
  const origins = new Map(points.map(({ name, origin }) => [name, origin]));
  const custom = customDataFields.map(({ name, displayName, type, expressionSql }) => ({
    name,
    displayName: displayName === '' ? name : displayName,
    origin: `custom ${type} ${name} ${expressionSql == null ? 'upload' : meaningOf(expressionSql, (column) => origins.get(column) ?? column)}`,
  }));
  return [...points, ...custom];
}

function changedConfigs(
  before: ClientConfig,
  after: ClientConfig,
  usageOf: (configId: string) => ConfigUsage,
): BreakingChange[] {
  const next = new Map(after.dataBlockConfigs.map((config) => [config.configId, config]));
  return before.dataBlockConfigs.flatMap((config): BreakingChange[] => {
    const { configId: fieldName, label: displayName } = config;
    const { markets } = usageOf(fieldName);
    const own = next.get(fieldName);
    const isSame =
      own !== undefined && own.blockName === config.blockName && isDeepStrictEqual(own.config, config.config);
    if (isSame || markets.length === 0) return [];
    const dependants = markets.map((market) => ({ ...market, kind: 'market' as const, use: 'criteria' as const }));
    return [
      { kind: own === undefined ? 'REMOVED' : 'CHANGED', fieldName, displayName, newFieldName: null, dependants },
    ];
  });
}
