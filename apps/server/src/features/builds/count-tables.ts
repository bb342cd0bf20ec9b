import { readTableStates } from '@quarry/clickhouse';
import { datasetTables } from '#server/features/datasets/table.ts';
import type { RecordedTable } from '#server/platform/ledger/record-tables.ts';
import type { Build } from './build.ts';

/** Counts the new version's tables. Throws if one doesn't have the rows that the steps wrote. */
export async function countTables({ ctx, config, state }: Build): Promise<RecordedTable[]> {
  const { database, dataset, rows, members, values } = datasetTables(config.clientName, state.version);
  const states = await readTableStates(ctx.warehouse, [database]);
  const written = [
    { name: dataset, rows: state.filled },
    { name: rows, rows: state.filled },
    // Builds that a release without this count began don't know it.
    { name: members, rows: state.members ?? null },
    { name: values, rows: state.values },
  ];
  return written.map(({ name, rows: expected }) => {
    const found = states.find((each) => each.name === name)?.rows ?? 0;
    if (expected !== null && found !== expected) {
      throw new Error(`The build wrote ${expected} rows into ${database}.${name}, but the engine has ${found}`);
    }
    return { database, name, rows: found };
  });
}
