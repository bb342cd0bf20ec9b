import { ident, type Slot, type Sql, sql } from '@quarry/clickhouse';
import type { BlockConfig, BlockIcon, ConfigValues, DataBlockTemplate } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import type { z } from 'zod';
import type { BlockTable } from '../block-table.ts';
import type { BlockGenerator } from '../generate/profile.ts';

export interface BlockField {
  /** Unique in its block, `^[a-z][a-z0-9_]*$`. */
  readonly internalName: string;
  readonly displayName: string;
  readonly type: FieldType;
  /** For customers. */
  readonly publicDescription: string;
  /** For staff only. */
  readonly internalNotes?: string;
  /** Readable where it is used, but no longer offered. */
  readonly isDeprecated?: boolean;
  /** Lower bounds of the ranges in reports, ascending: numbers, or `yyyy-mm-dd` for dates. */
  readonly defaultRanges?: readonly (number | string)[];
  /** The label in a CRM, at most 40 characters; defaults to the display name. */
  readonly crmName?: string;
  /** The field holds normalised domains. */
  readonly isDomain?: boolean;
  /** The field tells where the record comes from or from when it is, nothing about the company. Reports leave it out. */
  readonly isProvenance?: boolean;
}

export interface StaticField extends BlockField {
  /**
   * The value as an expression over the block's table, in the storage type of the field's type
   * (String, Nullable(Float64), Nullable(Date32), Nullable(Bool), Array(String)).
   */
  readonly column: Sql;
  /** A column with the folded value, for texts that are searched often. */
  readonly folded?: Sql;
}

export interface DynamicField extends BlockField {
  /** The column of the block's table that suggests values for a list field. */
  readonly suggestionColumn?: Sql;
}

/** A column of the rows behind a data point. */
interface PreviewColumn {
  readonly name: string;
  readonly displayName: string;
  readonly type: FieldType;
  readonly publicDescription: string;
  /** Sent with the rows, but not shown as a column: links, long texts. */
  readonly isHidden: boolean;
  /** The value as an expression over the block's table; null if the config determines it. */
  readonly column: Sql | null;
}

/** Computes one field from the detail rows of a company. */
export interface RowAggregate {
  /**
   * An aggregate, in the storage type of the field's type, over all of the block's rows of one company. It reads
   * `is_match` (0 or 1: the row matches the config) and the computation's `columns`, and must ignore rows that do not
   * match (`countIf(is_match)`) unless `readsAllRows` is set.
   */
  readonly value: Sql;
  /** The columns of the computation that it reads. */
  readonly columns: readonly string[];
  /** Reads rows that do not match too, e.g. for the denominator of a share. */
  readonly readsAllRows?: boolean;
}

/** Computes a dynamic block's fields from its detail rows under one config. */
export interface Computation {
  /** The row matches the config: a condition over the block's table, 0 or 1, never NULL. */
  readonly rowMatches: Sql;
  /** Expressions over the block's table, for the aggregates. */
  readonly columns: Readonly<Record<string, Sql>>;
  /** By internal field name. */
  readonly aggregates: Readonly<Record<string, RowAggregate>>;
  /** Splits each row of the preview into parts; without it, a row is shown once. */
  readonly previewParts?: PreviewParts;
}

interface PreviewParts {
  /** The parts in order, as an array over the columns of the block's table. */
  readonly parts: Sql;
  /** Of a company's parts with equal values of this expression over `part`, only the first is shown. */
  readonly distinctBy: Sql;
  /** The preview columns whose `column` is null, as expressions over `part`. */
  readonly columns: Readonly<Record<string, Sql>>;
}

interface BlockBase {
  readonly blockName: string;
  readonly displayName: string;
  readonly icon: BlockIcon;
  /** For customers. */
  readonly publicDescription: string;
  /** For staff only. */
  readonly internalNotes?: string;
  readonly isDeprecated?: boolean;
  readonly table: BlockTable;
  /** Fills the block with demo data; a block without a generator has none. */
  readonly generator?: BlockGenerator;
}

export interface StaticBlock extends BlockBase {
  readonly isParameterisedWithDynamicConfig: false;
  readonly fields: readonly StaticField[];
  /** From when the data of a row is, over the block's table; without it, nothing tells. */
  readonly dataDate?: Sql;
}

export interface DynamicBlock extends BlockBase {
  readonly isParameterisedWithDynamicConfig: true;
  readonly fields: readonly DynamicField[];
  /** Fills in defaults. */
  readonly configSchema: z.ZodType<ConfigValues>;
  readonly exampleConfig: ConfigValues;
  /** The columns of the rows behind a data point, in order. */
  readonly deepPreview: readonly PreviewColumn[];
  /** A condition that selects the block's rows in its table; without it, all of them. */
  readonly rowFilter?: Sql;
  /** The date of a row, over the block's table; previews show the newest rows first. */
  readonly rowDate?: Sql;
  readonly compute: (config: ConfigValues) => Computation;
  /** Ready-made configs to start from. */
  readonly templates: readonly DataBlockTemplate[];
  /** Internal names of the fields with a preview of their rows. */
  readonly deepPreviewFields: readonly string[];
}

export type DataBlock = StaticBlock | DynamicBlock;

/** In a declaration, the column defaults to the one with the field's name. */
export type StaticFieldInput = Omit<StaticField, 'column' | 'folded'> & {
  readonly column?: Slot;
  readonly folded?: Slot;
};

/** Declares a block with one row per company. */
export function staticBlock<Name extends string>(
  block: Omit<StaticBlock, 'isParameterisedWithDynamicConfig' | 'fields'> & {
    readonly table: BlockTable<Name>;
    readonly fields: readonly StaticFieldInput[];
  },
): StaticBlock & { readonly table: BlockTable<Name> } {
  return {
    ...block,
    isParameterisedWithDynamicConfig: false,
    fields: block.fields.map(({ column, folded, ...field }) => ({
      ...field,
      column: sql`${column ?? ident(field.internalName)}`,
      ...(folded === undefined ? {} : { folded: sql`${folded}` }),
    })),
  };
}

/** In a declaration, the expression defaults to the column with that name. */
export type PreviewColumnInput = Omit<PreviewColumn, 'column' | 'isHidden'> & {
  readonly column?: Slot | null;
  readonly isHidden?: boolean;
};

type DerivedKey = 'blockName' | 'isParameterisedWithDynamicConfig' | 'configSchema' | 'compute' | 'deepPreview';

/** Declares a block whose fields are computed from detail rows under a config. */
export function dynamicBlock<Schema extends z.ZodObject, Name extends string>({
  config,
  compute,
  ...block
}: Omit<DynamicBlock, DerivedKey> & {
  readonly config: BlockConfig<Schema>;
  readonly table: BlockTable<Name>;
  readonly compute: (config: z.output<Schema>) => Computation;
  readonly deepPreview: readonly PreviewColumnInput[];
}): DynamicBlock & { readonly table: BlockTable<Name> } {
  return {
    ...block,
    blockName: config.blockName,
    isParameterisedWithDynamicConfig: true,
    configSchema: config.schema,
    compute: (values) => compute(config.schema.parse(values)),
    deepPreview: block.deepPreview.map((column) => ({
      ...column,
      isHidden: column.isHidden ?? false,
      column: column.column === null ? null : sql`${column.column ?? ident(column.name)}`,
    })),
  };
}
