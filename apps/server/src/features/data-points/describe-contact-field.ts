import { type AnswerOf, AppError, type describeField, type InputOf } from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import type { ClientScope } from '#server/platform/scope.ts';
import { CONTACT_COLUMNS, hasContactValue, isContactColumn, isContactList } from './contact-columns.ts';

const number = z.coerce.number();
const totalsRow = z.object({
  records: number,
  filled: number,
  unique: number,
  min: number.nullable(),
  max: number.nullable(),
  average: number.nullable(),
});
const valueRow = z.object({ value: z.string(), count: number });

/** Describes a column of the account's contacts. Throws NOT_FOUND. */
export async function describeContactField(
  scope: ClientScope,
  { fieldName, valuesOffset, valuesPageLimit }: InputOf<typeof describeField>,
): Promise<AnswerOf<typeof describeField>> {
  if (!isContactColumn(fieldName)) throw new AppError('NOT_FOUND', 'Contacts have no such data point.', { fieldName });
  const column = CONTACT_COLUMNS[fieldName];
  const isNumber = fieldName === 'tenure';
  const text =
    fieldName === 'added_to_dataset_at'
      ? sql`to_char(${column}, 'YYYY-MM-DD')`
      : isContactList(fieldName)
        ? sql`item`
        : sql`${column}::text`;
  const items = isContactList(fieldName)
    ? sql`cross join lateral (select distinct unnest(${column}) as item) as items`
    : sql``;
  const values = sql`select ${text} as value from ${contacts} ${items} where ${contacts.clientId} = ${scope.client.id} and nullif(btrim(${text}), '') is not null`;
  const figure = isNumber ? sql`${column}` : sql`null::numeric`;
  return scope.read(async (tx) => {
    const [totals] = z.array(totalsRow).parse(
      (
        await tx.execute(sql`select count(*) as records, count(*) filter (where ${hasContactValue(fieldName)}) as filled,
          (select count(distinct value) from (${values}) as contact_values) as unique,
          min(${figure}) as min, max(${figure}) as max, avg(${figure}) as average
          from ${contacts} where ${contacts.clientId} = ${scope.client.id}`)
      ).rows,
    );
    const rows = z.array(valueRow).parse(
      (
        await tx.execute(sql`select value, count(*) as count from (${values}) as contact_values
          group by value order by count desc, value limit ${valuesPageLimit} offset ${valuesOffset}`)
      ).rows,
    );
    const { records = 0, filled = 0, unique = 0 } = totals ?? {};
    return {
      recordsCount: records,
      coverage: records === 0 ? 0 : filled / records,
      missingCount: records - filled,
      uniqueCount: unique,
      ...(isNumber ? { min: totals?.min, max: totals?.max, average: totals?.average } : {}),
      values: rows.map(({ value, count }) => ({ value: isNumber ? Number(value) : value, count })),
      valuesCount: unique,
    };
  });
}
