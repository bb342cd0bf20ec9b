import { type ClientConfig, fieldDefinition } from '@quarry/contracts';

type Definition = ClientConfig['fieldDefinitions'][number];

const COLUMNS = ['internalName', 'externalName', 'displayName', 'configId'] as const;

/** The field definitions in a pasted sheet, and why its other lines have none. */
export interface PastedSheet {
  readonly definitions: readonly Definition[];
  readonly problems: readonly string[];
}

/**
 * Reads tab-separated lines with internal name, external name, display name and config id; a first line with these names
 * gives another order. The last two may be missing.
 */
export function parseSheet(text: string): PastedSheet {
  const lines = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
  const [first = []] = lines;
  const header = first.map((cell) =>
    COLUMNS.find((name) => name.toLowerCase() === cell.toLowerCase().replace(/[ _]/g, '')),
  );
  const hasHeader = header.includes('internalName');
  const order = hasHeader ? header : COLUMNS;
  const definitions: Definition[] = [];
  const problems: string[] = [];
  lines.forEach((cells, at) => {
    if ((at === 0 && hasHeader) || cells.every((cell) => cell === '')) return;
    const named = Object.fromEntries(order.flatMap((name, column) => (name ? [[name, cells[column] ?? '']] : [])));
    const parsed = fieldDefinition.safeParse({ ...named, configId: named.configId || null });
    if (!parsed.success) problems.push(`Line ${at + 1} has no internal name`);
    else if (!parsed.data.internalName.includes('/'))
      problems.push(
        `Line ${at + 1}: “${parsed.data.internalName}” is no data point, which is a block and a field with / between`,
      );
    else if (parsed.data.externalName === '') problems.push(`Line ${at + 1} has no external name`);
    else definitions.push(parsed.data);
  });
  return { definitions, problems };
}

/** Adds pasted definitions; those with a known external name replace it. */
export function withPasted(definitions: readonly Definition[], pasted: readonly Definition[]): Definition[] {
  const byName = new Map(pasted.map((definition) => [definition.externalName, definition]));
  const replaced = definitions.map((definition) => byName.get(definition.externalName) ?? definition);
  const known = new Set(definitions.map(({ externalName }) => externalName));
  return [...replaced, ...[...byName.values()].filter(({ externalName }) => !known.has(externalName))];
}
