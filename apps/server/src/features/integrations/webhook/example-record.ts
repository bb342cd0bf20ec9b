import { sql, uint } from '@quarry/clickhouse';
import type { RecordType, SchemaField } from '@quarry/contracts';
import { z } from 'zod';
import { contactsSchemaOf } from '#server/features/accounts/contacts-schema.ts';
import { readRows } from '#server/features/companies/read-rows.ts';
import { findSuppressed } from '#server/features/contacts/suppression/suppressed-people.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { listMappings, type StoredIntegration } from '../integration.ts';

/** How many companies are looked at for one that is not suppressed. */
const BEST = 1_000;
const bestRow = z.object({ id: z.string(), domain: z.string() });

interface Example {
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/** A record for a test: the best company that is not suppressed with its mapped fields, or an invented one. */
export async function exampleRecord(
  scope: ClientScope,
  integration: StoredIntegration,
  recordType: RecordType,
): Promise<Example> {
  const nameOf = await readNames(scope, integration, recordType);
  const named = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([field, value]) => {
        const name = nameOf.get(field);
        return name === undefined ? [] : [[name, value ?? null]];
      }),
    );
  if (recordType === 'contact') {
    // An invented one, so that no person's data leaves for a test.
    const values = {
      first_name: 'Erin',
      last_name: 'Example',
      position: 'Head of Examples',
      email: 'erin@example.com',
    };
    return {
      id: 'example',
      record: { contact_id: 'example', company_id: '1', company_domain: 'example.com', ...named(values) },
    };
  }
  const { id, domain, values } = await bestCompany(scope);
  return { id, record: { company_id: id, domain, ...named(values) } };
}

/** What each field is called for the receiver: by its mapping, or all visible ones by their own names. */
async function readNames(
  scope: ClientScope,
  integration: StoredIntegration,
  recordType: RecordType,
): Promise<ReadonlyMap<string, string>> {
  return scope.read(async (tx) => {
    const mappings = await listMappings(tx, scope.client.id, integration.id);
    const own = mappings.filter((mapping) => mapping.recordType === recordType);
    if (own.length > 0) return new Map(own.map(({ internalName, externalName }) => [internalName, externalName]));
    const schema: readonly SchemaField[] =
      recordType === 'contact' ? contactsSchemaOf(scope.client) : await readDatasetSchema(tx, scope.client);
    return new Map(
      schema.flatMap(({ fieldName, isHiddenFromUser }): [string, string][] =>
        isHiddenFromUser ? [] : [[fieldName, fieldName]],
      ),
    );
  });
}

async function bestCompany(scope: ClientScope): Promise<{ id: string; domain: string; values: Values }> {
  if (scope.client.datasetVersion !== null) {
    const dataset = await openDataset(scope);
    const best = await scope.warehouse.rows(
      sql`SELECT toString(__company_id) AS id, __domain AS domain FROM ${dataset.table()}
        ORDER BY __quality_score DESC, __company_id LIMIT ${uint(BEST)}`,
      bestRow,
      { lane: 'people', signal: scope.request.signal },
    );
    const listed = best.map(({ id, domain }) => ({ key: id, email: null, personUrl: null, domain }));
    const suppressed = await scope.read((tx) => findSuppressed(tx, scope.client.id, listed));
    const found = best.find(({ id }) => !suppressed.has(id));
    const [row] = found === undefined ? [] : await readRows(scope, dataset, [{ id: found.id, tags: [], scores: [] }]);
    if (found !== undefined && row !== undefined) {
      const domain = typeof row.__domain === 'string' ? row.__domain : '';
      return { id: found.id, domain, values: row };
    }
  }
  return { id: '1', domain: 'example.com', values: { name: 'Example Ltd' } };
}
