import { AppError, type ImportFieldMapping } from '@quarry/contracts';
import { listRules } from '@quarry/filters';
import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { integrationMappings } from '@quarry/postgres/tables/integrations';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';

/**
 * Throws REMOVED_IMPORT_FIELD_IN_USE, with the CRM's names as context, if a tag, segment, score or mapping
 * uses one of these data points.
 */
export async function assertUnusedImports(
  tx: Transaction,
  clientId: string,
  removed: readonly ImportFieldMapping[],
): Promise<void> {
  if (removed.length === 0) return;
  const used = new Set<string>();
  for (const { filters, orderBy } of await readDerivedNodes(tx, clientId)) {
    if (filters !== null) for (const { field } of listRules(filters)) used.add(field);
    if (orderBy !== null) used.add(orderBy);
  }
  const names = removed.map(({ datasetName }) => datasetName);
  const mapped = await tx
    .select({ name: integrationMappings.internalName })
    .from(integrationMappings)
    .where(and(eq(integrationMappings.clientId, clientId), inArray(integrationMappings.internalName, names)));
  for (const { name } of mapped) used.add(name);
  const inUse = removed.filter(({ datasetName }) => used.has(datasetName));
  if (inUse.length === 0) return;
  throw new AppError('REMOVED_IMPORT_FIELD_IN_USE', 'These fields are in use and cannot be removed:', {
    fields: inUse.map(({ externalCrmName }) => externalCrmName),
  });
}
