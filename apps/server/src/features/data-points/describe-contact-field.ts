import { type AnswerOf, AppError, type describeField, type InputOf } from '@quarry/contracts';
import { sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import type { ClientScope } from '#server/platform/scope.ts';
import {
  CONTACT_COLUMNS,
  type ContactColumn,
  contactColumn,
  hasContactValue,
  isContactList,
} from './contact-columns.ts';
import { dayText } from './histogram-edges.ts';
import { NO_SPREAD, spreadOf } from './spread.ts';

const number = z.coerce.number();
const totalsRow = z.object({
  records: number,
  filled: number,
  unique: number,
});
const valueRow = z.object({ value: z.string(), count: number });
const spreadRow = z.object({
  min: number,
  max: number,
  average: number,
  quartiles: z.tuple([number, number, number]),
});
const barRow = z.object({ bar: number, count: number });

/** Describes a column of the account's contacts. Throws NOT_FOUND. */
export async function describeContactField(
  scope: ClientScope,
  { fieldName: named, valuesOffset, valuesPageLimit }: InputOf<typeof describeField>,
): Promise<AnswerOf<typeof describeField>> {
  const fieldName = contactColumn(scope.client, named);
  if (fieldName === undefined) {
    throw new AppError('NOT_FOUND', 'Contacts have no such data point.', { fieldName: named });
  }
  const column = CONTACT_COLUMNS[fieldName];
  const form = formOf(fieldName);
  const text =
    form === 'date'
      ? sql`to_char(${column}, 'YYYY-MM-DD')`
      : isContactList(fieldName)
        ? sql`item`
        : sql`${column}::text`;
  const items = isContactList(fieldName)
    ? sql`cross join lateral (select distinct unnest(${column}) as item) as items`
    : sql``;
  const values = sql`select ${text} as value from ${contacts} ${items} where ${contacts.clientId} = ${scope.client.id} and nullif(btrim(${text}), '') is not null`;
  return scope.read(async (tx) => {
    const [totals] = z.array(totalsRow).parse(
      (
        await tx.execute(sql`select count(*) as records, count(*) filter (where ${hasContactValue(fieldName)}) as filled,
          (select count(distinct value) from (${values}) as contact_values) as unique
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
      ...(form === 'text' ? {} : await readFigures(tx, scope.client.id, fieldName, form)),
      values: rows.map(({ value, count }) => ({ value: form === 'number' ? Number(value) : value, count })),
      valuesCount: unique,
    };
  });
}

const formOf = (name: ContactColumn): 'number' | 'date' | 'text' =>
  name === 'tenure' ? 'number' : name === 'added_to_dataset_at' ? 'date' : 'text';

/** The range of a number or date, its quartiles and its bars. */
async function readFigures(tx: Transaction, clientId: string, name: ContactColumn, form: 'number' | 'date') {
  const column = CONTACT_COLUMNS[name];
  const figure = form === 'date' ? sql`(${column}::date - date '1970-01-01')` : sql`${column}`;
  const filled = sql`from ${contacts} where ${contacts.clientId} = ${clientId} and ${column} is not null`;
  const { rows } = await tx.execute(sql`select min(${figure}) as min, max(${figure}) as max, avg(${figure}) as average,
    percentile_disc(array[0.25, 0.5, 0.75]) within group (order by ${figure}) as quartiles ${filled} having count(*) > 0`);
  const [row] = z.array(spreadRow).parse(rows);
  if (row === undefined) return { min: null, max: null, ...(form === 'number' ? { average: null } : {}), ...NO_SPREAD };
  const { min, max, average } = row;
  const [lower, median, upper] = row.quartiles;
  const spread = await spreadOf({ min, max, lower, median, upper, isWhole: true }, form, async (edges) => {
    const starts = sql.join(
      edges.slice(0, -1).map((edge) => sql`${edge}::float8`),
      sql`, `,
    );
    const bars = await tx.execute(
      sql`select width_bucket((${figure})::float8, array[${starts}]) as bar, count(*) as count ${filled} group by bar`,
    );
    return z
      .array(barRow)
      .parse(bars.rows)
      .map(({ bar, count }) => [edges[bar - 1] ?? min, count] as const);
  });
  return form === 'date' ? { min: dayText(min), max: dayText(max), ...spread } : { min, max, average, ...spread };
}
