import { AppError, type DataBlockConfig, type EstimationConfig, INVALID_CONFIG } from '@quarry/contracts';
import { type DataPoint, findDataPoint, parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';

/** A column of an export with its heading. */
export interface EstimationColumn {
  readonly header: string;
  readonly point: DataPoint;
}

const DEFAULT_COLUMNS = [
  ['Name', 'firmographics/company_name'],
  ['Domain', 'firmographics/primary_domain'],
] as const;

/** The field definitions as columns; name and domain without any. Throws VALIDATION_FAILED for unknown data points. */
export function exportColumns(
  config: Pick<EstimationConfig, 'fieldDefinitions' | 'dataBlockConfigs'>,
): EstimationColumn[] {
  const configs = parseBlockConfigs(configsInUse(config));
  const wanted =
    config.fieldDefinitions.length > 0
      ? config.fieldDefinitions.map((field) => ({
          header: field.displayName || field.externalName || field.internalName,
          key: field.internalName,
          configId: field.configId ?? undefined,
        }))
      : DEFAULT_COLUMNS.map(([header, key]) => ({ header, key, configId: undefined }));
  const columns = wanted.map(({ header, key, configId }) => ({
    header,
    key,
    point: findDataPoint(key, configId, configs),
  }));
  const unknown = columns.filter(({ point }) => point === undefined).map(({ key }) => key);
  if (unknown.length > 0) {
    throw new AppError('VALIDATION_FAILED', INVALID_CONFIG, { unknown });
  }
  return columns.flatMap(({ header, point }) => (point === undefined ? [] : [{ header, point }]));
}

function configsInUse({
  fieldDefinitions,
  dataBlockConfigs,
}: Pick<EstimationConfig, 'fieldDefinitions' | 'dataBlockConfigs'>): DataBlockConfig[] {
  const used = new Set(fieldDefinitions.map(({ configId }) => configId));
  return dataBlockConfigs.filter(({ configId }) => used.has(configId));
}
