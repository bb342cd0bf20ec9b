import type { PreviewField } from '@quarry/contracts';
import { toConfigurableDataBlock } from '#server/features/universe/blocks/index.ts';
import {
  type DataPoint,
  dataPointName,
  findDataPoint,
  NO_CONFIGS,
} from '#server/features/universe/criteria/data-point.ts';

const NAME_FIELD = 'firmographics/company_name';
/** The first column: the company's name, id and links. */
const COMPANY_FIELDS = [
  NAME_FIELD,
  'firmographics/company_id',
  'firmographics/primary_domain',
  'firmographics/linked_in_url',
];

export interface PreviewColumns {
  /** Every data point in the rows. */
  readonly points: readonly DataPoint[];
  /** The company column, then the data points of the rules, in order. */
  readonly schema: PreviewField[];
}

function companyPoint(key: string): DataPoint {
  const point = findDataPoint(key, undefined, NO_CONFIGS);
  if (point === undefined) throw new Error(`There is no data point ${key}`);
  return point;
}

/** The columns of a preview, given the data points of its rules in order. */
export function previewColumns(used: readonly DataPoint[]): PreviewColumns {
  const company = COMPANY_FIELDS.map(companyPoint);
  const byKey = new Map([...company, ...used].map((point) => [point.key, point]));
  const visible = new Map([companyPoint(NAME_FIELD), ...used].map((point) => [point.key, point]));
  return { points: [...byKey.values()], schema: [...visible.values()].map(toPreviewField) };
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
