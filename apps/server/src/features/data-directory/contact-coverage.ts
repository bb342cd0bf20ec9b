import { sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import { hasContactValue, visibleContactColumns } from '#server/features/data-points/contact-columns.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { RecordCoverage } from './company-coverage.ts';

const counts = z.tuple([z.object({ records: z.coerce.number(), filled: z.array(z.coerce.number()) })]);

/** Counts the account's contacts and, per visible column, those with a value. */
export async function contactCoverage(scope: ClientScope): Promise<RecordCoverage> {
  const columns = visibleContactColumns(scope.client);
  const filled = sql.join(
    columns.map((name) => sql`count(*) filter (where ${hasContactValue(name)})`),
    sql`, `,
  );
  const { rows } = await scope.read((tx) =>
    tx.execute(sql`select count(*) as records, array[${filled}] as filled
      from ${contacts} where ${contacts.clientId} = ${scope.client.id}`),
  );
  const [counted] = counts.parse(rows);
  return {
    records: counted.records,
    fields: columns.map((fieldName, at) => ({ fieldName, filled: counted.filled[at] ?? 0 })),
  };
}
