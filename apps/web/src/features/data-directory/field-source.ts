import type { DataBlockDefinition, SchemaField } from '@quarry/contracts';
import { blockNameText } from '../datasets/fields.ts';

/** A data point's source, as display text. */
export interface FieldSource {
  /** The kind of source: `Data block`, `System`, `Score`, `Custom` or `CRM import`. */
  readonly kind: string;
  /** The block's display name; empty if none. */
  readonly block: string;
  /** The label of a dynamic block's configuration; empty if none. */
  readonly configuration: string;
}

const KINDS: Readonly<Record<SchemaField['fieldSource'], string>> = {
  DATA_BLOCK: 'Data block',
  SYSTEM: 'System',
  SCORE: 'Score',
  CUSTOM: 'Custom',
  CRM_IMPORT: 'CRM import',
};

export function sourceOf(field: SchemaField, blocks: readonly DataBlockDefinition[]): FieldSource {
  const name = field.dataBlock?.blockName;
  return {
    kind: KINDS[field.fieldSource],
    // Retired blocks may still have columns.
    block:
      name === undefined
        ? ''
        : (blocks.find(({ blockName }) => blockName === name)?.displayName ?? blockNameText(name)),
    configuration: field.dynamicConfig?.label ?? '',
  };
}

/** A source in one line: `Jobs · Open sales jobs`, `Firmographics`, `System`. */
export function sourceText({ kind, block, configuration }: FieldSource): string {
  if (block === '') return kind;
  return configuration === '' ? block : `${block} · ${configuration}`;
}
