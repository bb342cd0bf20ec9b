import {
  type DatasetExportType,
  EXPORT_ID_COLUMNS,
  type ExportConfig,
  exportConfig,
  type SchemaField,
  SOURCES_FIELD,
} from '@quarry/contracts';
import { isCountryName } from '@quarry/filters';
import { z } from 'zod';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema, storedColumn } from '#server/features/datasets/dataset-schema.ts';
import { TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import { readTags } from '#server/features/tags/tag.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { datasetType } from './export.ts';
import { linkedInColumns } from './linkedin-template.ts';

const plannedColumn = z.object({
  header: z.string(),
  fieldName: z.string().nullable(),
  /** Its values are country codes. */
  isCountry: z.boolean().default(false),
});
/** An id in a column, and what people read for it. */
const namedValue = z.object({ id: z.string(), name: z.string() });

/** A column of the file: its heading and the dataset's column that fills it. */
export type PlannedColumn = z.infer<typeof plannedColumn>;

/**
 * The values from which an export's statements are compiled. Every attempt compiles them again, so later builds,
 * renamed columns or tags and the next day don't change the export.
 */
export const exportPlan = z.object({
  type: datasetType,
  config: exportConfig,
  /** The day that relative dates count from. */
  day: z.iso.date(),
  version: z.string(),
  /** Companies of that version that the client has excluded since. */
  excludedIds: z.array(z.string()).default([]),
  /** The segments' companies at the moment of the request, by segment. */
  segmentRuns: z.record(z.string(), z.number().nullable()).default({}),
  clientName: z.string().default(''),
  /** The client's own columns in that version, whose tables may be dropped while the export runs. */
  ownColumns: z.array(storedColumn),
  columns: z.array(plannedColumn),
  /** Empty unless the file has a column of tags. */
  tags: z.array(namedValue),
  /** Empty unless the file has a column of sources. */
  sources: z.array(namedValue).default([]),
});
export type ExportPlan = z.infer<typeof exportPlan>;

/** Plans an export of the current dataset. Throws DATASET_NOT_BUILT. */
export async function planExport(
  scope: Pick<ClientScope, 'client' | 'read' | 'caches'>,
  type: DatasetExportType,
  config: ExportConfig,
): Promise<ExportPlan> {
  const dataset = await openDataset(scope);
  const schema = await scope.read((tx) => readDatasetSchema(tx, scope.client));
  const columns = type === 'DATASET_LINKEDIN_ADS' ? linkedInColumns(schema) : plannedColumns(schema, config);
  const hasTags = columns.some(({ fieldName }) => fieldName === TAGS_FIELD);
  const tags = hasTags ? await scope.read((tx) => readTags(tx, scope.client.id)) : [];
  const hasSources = columns.some(({ fieldName }) => fieldName === SOURCES_FIELD);
  const sources = hasSources ? schema.find(({ fieldName }) => fieldName === SOURCES_FIELD)?.valueNames : undefined;
  return {
    type,
    config,
    day: today(),
    version: dataset.version,
    excludedIds: [...dataset.excludedIds],
    segmentRuns: Object.fromEntries(dataset.segmentRuns),
    clientName: scope.client.name,
    ownColumns: dataset.ownColumns.map((column) => storedColumn.parse(column)),
    columns,
    tags: tags.map(({ id, name }) => ({ id, name })),
    sources: Object.entries(sources ?? {}).map(([id, name]) => ({ id, name })),
  };
}

function plannedColumns(schema: readonly SchemaField[], { columns: chosen }: ExportConfig): PlannedColumn[] {
  const fields = new Map(schema.map((field) => [field.fieldName, field]));
  const visible = schema.filter((field) => !field.isHiddenFromUser).map(({ fieldName }) => fieldName);
  return [...new Set(chosen ?? [...visible, ...EXPORT_ID_COLUMNS])].map((fieldName) => {
    const field = fields.get(fieldName);
    const isCountry = isCountryName(field?.dataBlockField?.internalName ?? '');
    return { header: field?.displayName ?? fieldName, fieldName, isCountry };
  });
}
