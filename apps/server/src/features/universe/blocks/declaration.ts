import { ident, type Slot, type Sql, sql } from '@quarry/clickhouse';
import type { BlockConfig, BlockIcon, ConfigValues, DataBlockTemplate } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import type { z } from 'zod';
import type { BlockTable } from '../block-table.ts';
import type { BlockGenerator } from '../generate/profile.ts';

/** What every field of a block says of itself. */
export interface BlockField {
  /** The field's name inside its block, `^[a-z][a-z0-9_]*$`. */
  readonly internalName: string;
  readonly displayName: string;
  readonly type: FieldType;
  /** What the field means, for customers. */
  readonly publicDescription: string;
  /** For staff only. */
  readonly internalNotes?: string;
  /** Stays readable where it is used, is not offered anew. */
  readonly isDeprecated?: boolean;
  /** Lower bounds of the ranges that reports use: numbers, or `yyyy-mm-dd` for dates. Ascending. */
  readonly defaultRanges?: readonly (number | string)[];
  /** The label that a field created in a CRM gets; the display name when left out. At most 40 characters. */
  readonly crmName?: string;
  /** The field holds normalised domains. */
  readonly isDomain?: boolean;
}

/** A field that is read from one row per company. */
export interface StaticField extends BlockField {
  /**
   * Its value as an expression over the block's table, in the storage type of the field's type
   * (String, Nullable(Float64), Nullable(Date32), Nullable(Bool), Array(String)).
   */
  readonly column: Sql;
  /** A column that holds the value in the form of `foldText`, where texts are searched often. */
  readonly folded?: Sql;
}

/** A field that is computed from detail rows. */
export interface DynamicField extends BlockField {
  /** The column of the block's table whose values a list field holds, for suggestions. */
  readonly listed?: Sql;
}

/** A column of the rows behind a dynamic field. */
interface PreviewColumn {
  readonly name: string;
  readonly displayName: string;
  readonly type: FieldType;
  readonly publicDescription: string;
  /** Hidden columns travel with the rows (links, long texts) but are not shown as columns. */
  readonly isHidden: boolean;
  /** Its value as an expression over the block's table; null where only the config decides it. */
  readonly column: Sql | null;
}

/** How one field comes out of a company's detail rows. */
export interface RowAggregate {
  /**
   * The value as an aggregate over all of the block's rows of one company. It reads `is_match` (0 or 1: whether the row
   * matches the config) and the computation's `columns`, and takes only matching rows into account (`countIf(is_match)`)
   * unless `readsAllRows` says otherwise. In the storage type of the field's type.
   */
  readonly value: Sql;
  /** Names of the computation's columns that it reads. */
  readonly columns: readonly string[];
  /** Rows that do not match count as well, e.g. in the denominator of a share. */
  readonly readsAllRows?: boolean;
}

/** How a dynamic block's fields come out of its detail rows under one config. */
export interface Computation {
  /** Whether a detail row matches the config, over the columns of the block's table; 0 or 1, never NULL. */
  readonly rowMatches: Sql;
  /** What the aggregates read of a row, by name, as expressions over the block's table. */
  readonly columns: Readonly<Record<string, Sql>>;
  /** Each field by its internal name. */
  readonly aggregates: Readonly<Record<string, RowAggregate>>;
  /** Shows a row behind a value several times, each time with a part of its own; once when left out. */
  readonly previewParts?: PreviewParts;
}

/** What a row behind a value is taken apart into. */
interface PreviewParts {
  /** An array over the columns of the block's table: the parts, in order. */
  readonly parts: Sql;
  /** Of all of a company's parts that are equal in this expression over `part`, the first is shown. */
  readonly distinctBy: Sql;
  /** The preview columns without an expression of their own, over `part`. */
  readonly columns: Readonly<Record<string, Sql>>;
}

interface BlockBase {
  readonly blockName: string;
  readonly displayName: string;
  readonly icon: BlockIcon;
  /** What the block holds, for customers. */
  readonly publicDescription: string;
  /** For staff only. */
  readonly internalNotes?: string;
  readonly isDeprecated?: boolean;
  readonly table: BlockTable;
  /** How the demo's generator fills the block; blocks without one stay empty there. */
  readonly generator?: BlockGenerator;
}

/** A block with one row per company. */
export interface StaticBlock extends BlockBase {
  readonly isParameterisedWithDynamicConfig: false;
  readonly fields: readonly StaticField[];
}

/** A block whose fields are computed from detail rows under a config. */
export interface DynamicBlock extends BlockBase {
  readonly isParameterisedWithDynamicConfig: true;
  readonly fields: readonly DynamicField[];
  /** Parses a config and fills its defaults. */
  readonly configSchema: z.ZodType<ConfigValues>;
  readonly exampleConfig: ConfigValues;
  /** The columns of the rows shown behind a value, in order. */
  readonly deepPreview: readonly PreviewColumn[];
  /** Which rows of the table belong to the block; all of them when left out. */
  readonly rows?: Sql;
  /** The date of a row, over the block's table: the rows behind a value are shown newest first. */
  readonly rowDate?: Sql;
  /** How the fields are computed under a config. */
  readonly compute: (config: ConfigValues) => Computation;
  /** Ready-made configs to start from. */
  readonly templates: readonly DataBlockTemplate[];
  /** Internal names of the fields whose rows can be looked at. */
  readonly deepPreviewFields: readonly string[];
}

/** A group of fields with one origin. */
export type DataBlock = StaticBlock | DynamicBlock;

/** A static field as written in a block: the column defaults to the one that bears the field's name. */
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

/** A preview column as written in a block: the expression defaults to the column of that name. */
export type PreviewColumnInput = Omit<PreviewColumn, 'column' | 'isHidden'> & {
  readonly column?: Slot | null;
  readonly isHidden?: boolean;
};

type DerivedKey = 'blockName' | 'isParameterisedWithDynamicConfig' | 'configSchema' | 'compute' | 'deepPreview';

/** Declares a block that is computed from detail rows under a config. */
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
