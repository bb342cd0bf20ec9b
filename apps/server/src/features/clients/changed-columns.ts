import type { ClientConfig, ConfigImpact } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { keptColumns } from '#server/features/datasets/comparable-keys.ts';
import { type VersionSchema, versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { planColumns } from '#server/features/datasets/plan-columns.ts';

/** The field names of columns that change. */
export type ChangedColumns = ConfigImpact['columns'];

/** Reads the columns of a dataset version; none before the first build. */
export async function readVersionSchema(tx: Transaction, version: number | null): Promise<VersionSchema> {
  if (version === null) return { columns: [] };
  const [row] = await tx
    .select({ schema: datasetVersions.schema })
    .from(datasetVersions)
    .where(eq(datasetVersions.version, version));
  return row === undefined ? { columns: [] } : versionSchema.parse(row.schema);
}

/** The columns that the next build adds, drops or recomputes under this config. */
export function changedColumns(config: ClientConfig, current: VersionSchema): ChangedColumns {
  const planned = planColumns(config);
  // Columns of CRMs come from integrations, which no config changes.
  const visible = current.columns.filter(({ isRemoved, crmRecords }) => !isRemoved && crmRecords == null);
  const known = new Set(visible.map(({ fieldName }) => fieldName));
  const kept = keptColumns(planned, current);
  const names = planned.columns.map(({ fieldName }) => fieldName);
  return {
    appearing: names.filter((name) => !known.has(name)),
    vanishing: [...known].filter((name) => !names.includes(name)),
    recomputed: names.filter((name) => known.has(name) && kept.get(name)?.fieldName !== name),
  };
}
