import { type Sql, sql, texts } from '@quarry/clickhouse';
import { AppError, type DatasetExportType, type ExportConfig, type SchemaField } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { TAGS_FIELD } from '#server/features/tags/used-tags.ts';
import { linkedInColumns } from './linkedin-template.ts';

/** A column of an export: its heading, and the value that the dataset's table has for it. */
export interface ExportColumn {
  readonly header: string;
  readonly type: FieldType;
  readonly value: Sql;
}

/** A tag as people know it. */
export interface TagName {
  readonly id: string;
  readonly name: string;
}

/**
 * The columns of an export, in the order of the file. `schema` has the names that the client gives its columns today,
 * and `tags` those of its tags.
 * Throws VALIDATION_FAILED naming the columns that the dataset does not have.
 */
export function exportColumns(
  dataset: Dataset,
  schema: readonly SchemaField[],
  tags: readonly TagName[],
  type: DatasetExportType,
  { columns: wanted }: Pick<ExportConfig, 'columns'>,
): ExportColumn[] {
  if (type === 'DATASET_LINKEDIN_ADS') return linkedInColumns(dataset, schema);
  const fields = new Map(schema.map((field) => [field.fieldName, field]));
  const names = wanted ?? schema.filter((field) => !field.isHiddenFromUser).map(({ fieldName }) => fieldName);
  const unknown = names.filter((name) => !fields.has(name) || !dataset.columns.has(name));
  if (unknown.length > 0) {
    throw new AppError('VALIDATION_FAILED', `The dataset does not have these columns: ${shown(unknown)}.`, {
      columns: unknown.slice(0, 100),
    });
  }
  return [...new Set(names)].flatMap((name) => {
    const column = dataset.columns.get(name);
    const header = fields.get(name)?.displayName ?? name;
    if (column === undefined) return [];
    return [{ header, type: column.type, value: name === TAGS_FIELD ? namesOf(column.value, tags) : column.value }];
  });
}

/** The names of tags in place of their ids, in alphabetical order; those of tags that were deleted are left out. */
function namesOf(ids: Sql, tags: readonly TagName[]): Sql {
  if (tags.length === 0) return sql`${texts([])}`;
  const [known, names] = [texts(tags.map(({ id }) => id)), texts(tags.map(({ name }) => name))];
  return sql`arraySort(arrayFilter(named -> named != '', arrayMap(carried -> transform(carried, ${known}, ${names}, ''), ${ids})))`;
}

function shown(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
}
