import { MAX_PICKLIST_VALUES, type RecordType, type SchemaField, SEGMENTS_FIELD } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { asc, eq, isNotNull, type SQL, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { tags } from '@quarry/postgres/tables/tags';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { factsOfColumn, valuesOfColumn } from './field-facts.sql.ts';

/** What the values of a field ask of a CRM's field. */
export interface FieldFacts {
  readonly longest: number;
  readonly distinct: number;
  readonly isWhole: boolean;
  readonly decimals: number;
  /** Of a field of choices, at most one more than a picklist may have. */
  readonly values: readonly string[];
}

const factsRow = z.object({ longest: z.number(), decimals: z.number(), distinct: z.number() });
const valueRow = z.object({ value: z.string() });
const MAX_VALUES = MAX_PICKLIST_VALUES + 1;

/** Looks at all values that the account has in a field. */
export function readFieldFacts(
  ctx: JobContext,
  clientId: string,
  recordType: RecordType,
  field: SchemaField,
): Promise<FieldFacts> {
  if (field.fieldName === TAGS_FIELD) return ofNames(ctx, clientId, tags);
  if (recordType === 'company') {
    return field.fieldName === SEGMENTS_FIELD ? ofNames(ctx, clientId, segments) : ofColumn(ctx, clientId, field);
  }
  if (field.fieldName === 'segments') return ofNames(ctx, clientId, segments);
  if (field.fieldName === 'segment_personas') return ofNames(ctx, clientId, personas);
  return ofContacts(ctx, clientId, field);
}

async function ofColumn(ctx: JobContext, clientId: string, field: SchemaField): Promise<FieldFacts> {
  const client = await readClient(ctx, clientId);
  const dataset = await openDataset({ client, read: (query) => ctx.db.asClient(clientId, query), caches: ctx.caches });
  const column = dataset.columns.get(field.fieldName);
  if (column === undefined) throw new Error(`The dataset has no column ${field.fieldName}`);
  const options = { lane: 'jobs', signal: ctx.signal } as const;
  const [facts] = await ctx.warehouse.rows(factsOfColumn(dataset, column), factsRow, options);
  if (facts === undefined) throw new Error(`The column ${field.fieldName} was not counted`);
  const { form, isChoice } = traitsOf(field.type);
  const values =
    form === 'list' || isChoice === true
      ? await ctx.warehouse.rows(valuesOfColumn(dataset, column, MAX_VALUES), valueRow, options)
      : [];
  return { ...facts, isWhole: facts.decimals === 0, values: values.map(({ value }) => value) };
}

/** Of a list of things that people name. */
async function ofNames(
  ctx: JobContext,
  clientId: string,
  table: typeof tags | typeof segments | typeof personas,
): Promise<FieldFacts> {
  const rows = await ctx.db.asClient(clientId, (tx) =>
    tx
      .selectDistinct({ name: table.name })
      .from(table)
      .where(eq(table.clientId, clientId))
      .orderBy(asc(table.name))
      .limit(MAX_VALUES),
  );
  const values = rows.map(({ name }) => name);
  return { ...factsOfTexts(values), longest: values.join('; ').length };
}

const CONTACT_COLUMNS: Readonly<Record<string, SQL>> = {
  first_name: sql`${contacts.firstName}`,
  last_name: sql`${contacts.lastName}`,
  position: sql`${contacts.position}`,
  email: sql`${contacts.email}`,
  email_verification_status: sql`${contacts.emailVerificationStatus}`,
  country: sql`${contacts.country}`,
  location: sql`${contacts.location}`,
  tenure: sql`${contacts.tenureMonths}::text`,
  person_url: sql`${contacts.personUrl}`,
};

const contactFacts = z.object({ longest: z.coerce.number(), distinct: z.coerce.number() });

async function ofContacts(ctx: JobContext, clientId: string, { fieldName, type }: SchemaField): Promise<FieldFacts> {
  const column = CONTACT_COLUMNS[fieldName];
  if (column === undefined) return factsOfTexts([]);
  return ctx.db.asClient(clientId, async (tx) => {
    const of = eq(contacts.clientId, clientId);
    const [counted] = await tx
      .select({
        longest: sql`coalesce(max(length(${column})), 0)`,
        distinct: sql`count(distinct ${column})`,
      })
      .from(contacts)
      .where(of);
    const { longest, distinct } = contactFacts.parse(counted);
    const values =
      traitsOf(type).isChoice === true
        ? await tx
            .selectDistinct({ value: sql<string>`${column}` })
            .from(contacts)
            .where(sql`${of} and ${isNotNull(column)}`)
            .orderBy(asc(column))
            .limit(MAX_VALUES)
        : [];
    return { longest, distinct, isWhole: true, decimals: 0, values: values.map(({ value }) => value) };
  });
}

const factsOfTexts = (values: readonly string[]): FieldFacts => ({
  longest: Math.max(0, ...values.map(({ length }) => length)),
  distinct: values.length,
  isWhole: true,
  decimals: 0,
  values,
});
