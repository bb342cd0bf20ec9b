import { type Sql, sql, texts } from '@quarry/clickhouse';
import { AppError, SOURCES_FIELD } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import { withScores } from '#server/features/datasets/scores.ts';
import { withSegments } from '#server/features/datasets/segment-members.ts';
import { datasetColumns } from '#server/features/datasets/table.ts';
import { displayed } from './displayed-value.sql.ts';
import type { ExportPlan } from './export-plan.ts';
import { linkedInColumn } from './linkedin-template.ts';

/** A column of an export: its heading and its value over the dataset's table. */
export interface ExportColumn {
  readonly header: string;
  readonly type: FieldType;
  readonly value: Sql;
}

/** The columns that an export can have: those of the dataset as they were when it was planned. */
export function plannedDatasetColumns(
  plan: Pick<ExportPlan, 'ownColumns' | 'clientName' | 'segmentRuns' | 'scores'>,
): Dataset['columns'] {
  const segmentRuns = new Map(Object.entries(plan.segmentRuns));
  const stored = datasetColumns({ columns: plan.ownColumns });
  return withScores(withSegments(stored, plan.clientName, segmentRuns), plan.scores);
}

/** The columns of an export, in file order. Throws VALIDATION_FAILED with the columns that the dataset lacks. */
export function exportColumns(
  dataset: Pick<Dataset, 'columns'>,
  { type, columns, tags, sources, config }: Pick<ExportPlan, 'type' | 'columns' | 'tags' | 'sources' | 'config'>,
): ExportColumn[] {
  if (type === 'DATASET_LINKEDIN_ADS') {
    return columns.map(({ header, fieldName }) => linkedInColumn(header, dataset.columns.get(fieldName ?? '')));
  }
  const unknown: string[] = [];
  const found = columns.flatMap(({ header, fieldName, isCountry }): ExportColumn[] => {
    const column = dataset.columns.get(fieldName ?? '');
    if (column === undefined) {
      unknown.push(fieldName ?? header);
      return [];
    }
    const value =
      fieldName === TAGS_FIELD
        ? namesOf(column.value, tags)
        : fieldName === SOURCES_FIELD
          ? namesOf(column.value, sources)
          : column.value;
    const stored = { header, type: column.type, value };
    return [config.values === 'RAW' ? stored : displayed(stored, isCountry, config.format)];
  });
  if (unknown.length > 0) {
    throw new AppError('VALIDATION_FAILED', `The dataset does not have these columns: ${listNames(unknown)}.`, {
      columns: unknown.slice(0, 100),
    });
  }
  return found;
}

/** Maps ids to names in alphabetical order, without those that have none, such as deleted tags. */
function namesOf(ids: Sql, named: ExportPlan['tags']): Sql {
  if (named.length === 0) return sql`${texts([])}`;
  const [known, names] = [texts(named.map(({ id }) => id)), texts(named.map(({ name }) => name))];
  const found = sql`arrayMap(carried -> transform(carried, ${known}, ${names}, ''), ${ids})`;
  return sql`arraySort(arrayFilter(found -> found != '', ${found}))`;
}

function listNames(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
}
