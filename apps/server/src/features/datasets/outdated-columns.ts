import type { ClientConfig } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { keptColumns } from './comparable-keys.ts';
import { readCrmColumns } from './crm-records.ts';
import { versionSchema } from './dataset-schema.ts';
import { planColumns } from './plan-columns.ts';

/** True if the version lacks a data point of the config, has one under an earlier config, or one that was removed. */
export async function hasOutdatedColumns(
  tx: Transaction,
  { id, config }: { readonly id: string; readonly config: ClientConfig },
  version: number,
): Promise<boolean> {
  const [row] = await tx
    .select({ schema: datasetVersions.schema })
    .from(datasetVersions)
    .where(eq(datasetVersions.version, version));
  if (row === undefined) return true;
  const current = versionSchema.parse(row.schema);
  const ofCrms = await readCrmColumns(tx, { id, name: config.clientName });
  const planned = { columns: [...planColumns(config).columns, ...ofCrms] };
  const kept = keptColumns(planned, current);
  const names = new Set(planned.columns.map(({ fieldName }) => fieldName));
  return (
    planned.columns.some(({ fieldName }) => kept.get(fieldName)?.fieldName !== fieldName) ||
    current.columns.some(({ fieldName }) => !names.has(fieldName))
  );
}
