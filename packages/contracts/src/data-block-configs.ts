import { z } from 'zod';
import { dataBlockDefinition } from './client.ts';
import { companyId } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { dataBlockConfig, fieldType, fieldValue } from './schema-field.ts';

const access = { kind: 'client', feature: 'dataBlockConfigs' } as const;

/** Per account. */
export const MAX_DATA_BLOCK_CONFIGS = 1000;
export const MAX_CONFIG_LABEL = 255;

/** A column of the rows behind a data point. Hidden columns are in the rows but not displayed. */
export const deepPreviewColumn = z.object({
  fieldName: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: fieldType,
  isHidden: z.boolean(),
});
export type DeepPreviewColumn = z.infer<typeof deepPreviewColumn>;

/** A predefined config to start from. */
export const dataBlockTemplate = z.object({
  id: z.string(),
  /** The heading it is listed under, e.g. "Job roles". */
  group: z.string(),
  label: z.string(),
  description: z.string(),
  config: z.record(z.string(), z.unknown()),
});
export type DataBlockTemplate = z.infer<typeof dataBlockTemplate>;

/** A data block as the editors of criteria and data points need it. */
export const configurableDataBlock = dataBlockDefinition.extend({
  /** The columns of the rows behind the block's fields; null for blocks without rows. */
  deepPreviewSchema: z.array(deepPreviewColumn).nullable(),
  /** The fields whose rows can be previewed. */
  deepPreviewFields: z.array(z.string()),
  templates: z.array(dataBlockTemplate),
});
export type ConfigurableDataBlock = z.infer<typeof configurableDataBlock>;

const savedConfigs = z.object({
  dataBlockConfigs: z.array(dataBlockConfig),
  /** Usage counts by configId; unused configs are absent. */
  usages: z.record(z.string(), z.object({ markets: z.number().int(), dataPoints: z.number().int() })),
});

/** The data blocks with the account's saved configs and their usage. */
export const listMarketDataBlocks = endpoint({
  method: 'GET',
  path: '/app/markets/data-blocks',
  summary: 'The data blocks and the saved configurations',
  access,
  audit: false,
  isCompressed: true,
  output: savedConfigs.extend({ dataBlocks: z.array(configurableDataBlock) }),
});

/**
 * Saves configs: known ids are updated, others added, the rest stays. Labels are unique per block. An edit affects drafts
 * and previews at once; published markets that use it need publishing again.
 */
export const saveDataBlockConfigs = endpoint({
  method: 'POST',
  path: '/app/markets/data-blocks',
  summary: 'Save configurations of data blocks',
  access,
  audit: 'data-block-config.saved',
  body: z.object({
    dataBlockConfigs: z
      .array(
        dataBlockConfig.extend({
          configId: z.string().min(1).max(100),
          label: z.string().trim().min(1, 'Please provide a unique name for this data point').max(MAX_CONFIG_LABEL),
        }),
      )
      .min(1)
      .max(100),
  }),
  output: savedConfigs,
});

/** Deletes an unused config. */
export const deleteDataBlockConfig = endpoint({
  method: 'DELETE',
  path: '/app/markets/data-blocks/:configId',
  summary: 'Delete a configuration',
  access,
  audit: 'data-block-config.deleted',
  params: z.object({ configId: z.string().min(1).max(100) }),
  output: savedConfigs,
});

export const DEEP_PREVIEW_PAGE_SIZE = 10;

/**
 * The rows behind one company's data point, newest first. `count` is their total and equals the data point's count (for
 * home pages: one row per keyword found).
 */
export const getDeepPreview = endpoint({
  method: 'POST',
  path: '/app/markets/data-blocks/deep-preview',
  summary: 'The rows behind a data point',
  access,
  audit: false,
  isCompressed: true,
  body: z.object({
    companyId,
    dataBlock: z.object({ blockName: z.string().min(1).max(100), config: z.record(z.string(), z.unknown()) }),
    limit: z.number().int().min(1).max(100).default(8),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(z.record(z.string(), fieldValue)), count: z.number().int() }),
});

/** The most suggestions in one response. */
export const MAX_KEYWORD_OPTIONS = 30;

/**
 * The source of suggested values for a rule: a list of the universe's values (`optionsList`), or the keywords at the
 * given paths of the rule's config (`dataBlockConfiguration`).
 */
export const listMarketFieldOptions = endpoint({
  method: 'GET',
  path: '/app/markets/fields/options',
  summary: 'Suggested values of a data point of the universe',
  access: { ...access, kind: 'any-account' },
  audit: false,
  isCompressed: true,
  query: z.object({
    /** `block/field`. */
    fieldName: z.string().min(1).max(200),
    prefix: z.string().max(500).default(''),
    plModelId: z.string().max(100).optional(),
  }),
  output: z.object({
    source: z.enum(['optionsList', 'dataBlockConfiguration']),
    optionsList: z.array(z.object({ value: z.string(), count: z.number().int() })),
    keywordOptionsPaths: z.array(z.string()),
  }),
});

/** Values of a data point that contain the typed text; for a dynamic block, under a config. */
export const listDataBlockFieldOptions = endpoint({
  method: 'GET',
  path: '/app/data-blocks/field-options',
  summary: 'Suggested values of a data block’s field',
  access: { ...access, kind: 'any-account' },
  audit: false,
  isCompressed: true,
  query: z.object({
    /** `block/field`. */
    field: z.string().min(1).max(200),
    search: z.string().max(500).default(''),
    /** The config as JSON text. */
    dataBlockConfig: z.string().max(100_000).optional(),
  }),
  output: z.object({ values: z.array(z.object({ value: z.string(), count: z.number().int() })) }),
});
