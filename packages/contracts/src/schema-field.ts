import { FIELD_TYPE_NAMES } from '@quarry/filters';
import { z } from 'zod';

export const fieldType = z.enum(FIELD_TYPE_NAMES);

/** The source of a column. */
export const fieldSource = z.enum(['DATA_BLOCK', 'CUSTOM', 'CRM_IMPORT', 'SCORE', 'SYSTEM']);

/** A saved config of a dynamic data block. `config` follows the block's schema. */
export const dataBlockConfig = z.object({
  configId: z.string(),
  blockName: z.string(),
  label: z.string(),
  config: z.record(z.string(), z.unknown()),
});
export type DataBlockConfig = z.infer<typeof dataBlockConfig>;

/** A column of a client's companies or contacts. */
export const schemaField = z.object({
  fieldName: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: fieldType,
  isHiddenFromUser: z.boolean(),
  isSystem: z.boolean(),
  isMappableInIntegration: z.boolean(),
  isDefaultSortField: z.boolean(),
  /** Null for system, custom, imported and score fields. */
  dataBlock: z.object({ blockName: z.string() }).nullable(),
  /** The field within its block, and its names in CRMs. */
  dataBlockField: z
    .object({
      internalName: z.string(),
      crmName: z.string().nullable(),
      hubspotType: z.string().nullable(),
      salesforceType: z.string().nullable(),
    })
    .nullable(),
  fieldSource,
  /** The data point's key, `block/field` or `block/field#configId`, if any. */
  ccmName: z.string().nullable(),
  /** The config that a dynamic block's field is computed under. */
  dynamicConfig: dataBlockConfig.nullable(),
  mappings: z.array(z.object({ integrationId: z.string(), externalName: z.string() })),
  customColumnDef: z.record(z.string(), z.unknown()).nullable(),
  /** What people read for values that are ids, such as those of markets. */
  valueNames: z.record(z.string(), z.string()).optional(),
});
export type SchemaField = z.infer<typeof schemaField>;

/** The value of a data point: lists for list types, `yyyy-mm-dd` for dates, null if empty. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type FieldValue = z.infer<typeof fieldValue>;
