import type { PreviewField } from '@quarry/contracts';
import { toConfigurableDataBlock } from '#server/features/universe/blocks/index.ts';
import {
  type DataPoint,
  dataPointName,
  findDataPoint,
  NO_CONFIGS,
} from '#server/features/universe/criteria/data-point.ts';

const NAME_FIELD = 'firmographics/company_name';
/** What the first column shows and links to, beside the name. */
const COMPANY_FIELDS = [
  NAME_FIELD,
  'firmographics/company_id',
  'firmographics/primary_domain',
  'firmographics/linked_in_url',
];

/** What a preview shows, given the data points that its rules use. */
export interface PreviewColumns {
  /** Every data point that rows carry. */
  readonly points: readonly DataPoint[];
  /** The company column, then each data point of a rule, in the order of the rules. */
  readonly schema: PreviewField[];
}

function companyPoint(key: string): DataPoint {
  const point = findDataPoint(key, undefined, NO_CONFIGS);
  if (point === undefined) throw new Error(`There is no data point ${key}`);
  return point;
}

/** Lays out a preview over the data points that criteria use, named in the order of their rules. */
export function previewColumns(used: readonly DataPoint[]): PreviewColumns {
  const company = COMPANY_FIELDS.map(companyPoint);
  const byKey = new Map([...company, ...used].map((point) => [point.key, point]));
  const shown = new Map([companyPoint(NAME_FIELD), ...used].map((point) => [point.key, point]));
  return { points: [...byKey.values()], schema: [...shown.values()].map(toPreviewField) };
}

function toPreviewField(point: DataPoint): PreviewField {
  const { key, block, field } = point;
  const { deepPreviewSchema, deepPreviewFields } = toConfigurableDataBlock(block);
  return {
    fieldName: key,
    displayName: dataPointName(point),
    description: field.publicDescription,
    type: field.type,
    dataBlockName: block.blockName,
    configId: point.kind === 'dynamic' ? point.config.configId : null,
    deepPreviewSchema: deepPreviewFields.includes(field.internalName) ? deepPreviewSchema : null,
  };
}
