import { FIELD_TYPE_NAMES } from '@quarry/filters';
import { z } from 'zod';

/** The types that a data point can have. */
export const fieldType = z.enum(FIELD_TYPE_NAMES);

/** Where a column of a dataset comes from. */
export const fieldSource = z.enum(['DATA_BLOCK', 'CUSTOM', 'CRM_IMPORT', 'SCORE', 'SYSTEM']);

/** A saved configuration of a dynamic data block. `config` follows the block's own schema. */
export const dataBlockConfig = z.object({
  configId: z.string(),
  blockName: z.string(),
  label: z.string(),
  config: z.record(z.string(), z.unknown()),
});
/** A saved configuration of a dynamic data block. */
export type DataBlockConfig = z.infer<typeof dataBlockConfig>;

/** One column of a client's companies or contacts, as every screen knows it. */
export const schemaField = z.object({
  fieldName: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: fieldType,
  isHiddenFromUser: z.boolean(),
  isSystem: z.boolean(),
  isMappableInIntegration: z.boolean(),
  isDefaultSortField: z.boolean(),
  /** The block that the field is taken from; null for system, custom, imported and score fields. */
  dataBlock: z.object({ blockName: z.string() }).nullable(),
  /** The field inside its block and the names that CRMs give it. */
  dataBlockField: z
    .object({
      internalName: z.string(),
      crmName: z.string().nullable(),
      hubspotType: z.string().nullable(),
      salesforceType: z.string().nullable(),
    })
    .nullable(),
  fieldSource,
  /** The data point's key: `block/field` or `block/field#configId`; null where there is none. */
  ccmName: z.string().nullable(),
  /** The configuration under which a dynamic block's field is computed. */
  dynamicConfig: dataBlockConfig.nullable(),
  mappings: z.array(z.object({ integrationId: z.string(), externalName: z.string() })),
  customColumnDef: z.record(z.string(), z.unknown()).nullable(),
});
/** One column of a client's companies or contacts. */
export type SchemaField = z.infer<typeof schemaField>;

/** The value of a data point in an answer: lists for list types, `yyyy-mm-dd` for dates, null for empty. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
/** The value of a data point in an answer. */
export type FieldValue = z.infer<typeof fieldValue>;
