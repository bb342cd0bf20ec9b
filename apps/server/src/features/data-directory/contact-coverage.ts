import { sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import { CONTACTS_SCHEMA } from '#server/features/accounts/contacts-schema.ts';
import { hasContactValue, isContactColumn } from '#server/features/data-points/contact-columns.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { RecordCoverage } from './company-coverage.ts';

const counts = z.tuple([z.object({ records: z.coerce.number(), filled: z.array(z.coerce.number()) })]);

/** The columns of contacts that people are shown. */
const SHOWN = CONTACTS_SCHEMA.filter(({ isHiddenFromUser }) => !isHiddenFromUser)
  .map(({ fieldName }) => fieldName)
  .filter(isContactColumn);

/** Counts the account's contacts, and those with a value in each column that people are shown. */
export async function contactCoverage(scope: ClientScope): Promise<RecordCoverage> {
  const filled = sql.join(
    SHOWN.map((name) => sql`count(*) filter (where ${hasContactValue(name)})`),
    sql`, `,
  );
  const { rows } = await scope.read((tx) =>
    tx.execute(sql`select count(*) as records, array[${filled}] as filled
      from ${contacts} where ${contacts.clientId} = ${scope.client.id}`),
  );
  const [found] = counts.parse(rows);
  return {
    records: found.records,
    fields: SHOWN.map((fieldName, at) => ({ fieldName, filled: found.filled[at] ?? 0 })),
  };
}
