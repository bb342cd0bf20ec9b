import type { DataBlockDefinition, SchemaField } from '@quarry/contracts';

/** Where a data point comes from, in words. */
export interface FieldSource {
  /** The kind of source: `Data block`, `System`, `Score`, `Custom` or `CRM import`. */
  readonly kind: string;
  /** The block's display name; empty where there is none. */
  readonly block: string;
  /** The label of the configuration that a dynamic block is computed under; empty where there is none. */
  readonly configuration: string;
}

const KINDS: Readonly<Record<SchemaField['fieldSource'], string>> = {
  DATA_BLOCK: 'Data block',
  SYSTEM: 'System',
  SCORE: 'Score',
  CUSTOM: 'Custom',
  CRM_IMPORT: 'CRM import',
};

/** Reads where a data point comes from. */
export function sourceOf(field: SchemaField, blocks: readonly DataBlockDefinition[]): FieldSource {
  const name = field.dataBlock?.blockName;
  return {
    kind: KINDS[field.fieldSource],
    // Blocks that are not offered any more may still have columns.
    block: name === undefined ? '' : (blocks.find(({ blockName }) => blockName === name)?.displayName ?? spaced(name)),
    configuration: field.dynamicConfig?.label ?? '',
  };
}

/** A source in one line: `Jobs · Open sales jobs`, `Firmographics`, `System`. */
export function sourceText({ kind, block, configuration }: FieldSource): string {
  if (block === '') return kind;
  return configuration === '' ? block : `${block} · ${configuration}`;
}

function spaced(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
