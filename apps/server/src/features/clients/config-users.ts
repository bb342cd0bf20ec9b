import { type ConfigDependant, companiesTableLayout, companySearch } from '@quarry/contracts';
import { listRules } from '@quarry/filters';
import { and, asc, eq, sql, type Transaction } from '@quarry/postgres';
import { integrationMappings, integrations } from '@quarry/postgres/tables/integrations';
import { segments } from '@quarry/postgres/tables/segments';
import { views } from '@quarry/postgres/tables/views';
import { z } from 'zod';
import { type DefinedNode, readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';

/** The use of one column by something of an account. */
export interface ColumnUse extends ConfigDependant {
  readonly fieldName: string;
}

const KIND_OF_NODE = { tag: 'tag', segment: 'segment', score: 'scoring' } as const;
const storedView = companySearch.extend({ columns: companiesTableLayout });
const strings = z.array(z.string());

/** Finds every use of the account's columns, a use of each kind once. */
export async function readColumnUses(
  tx: Transaction,
  clientId: string,
): Promise<{ readonly uses: readonly ColumnUse[]; readonly nodes: readonly DefinedNode[] }> {
  const nodes = await readDerivedNodes(tx, clientId);
  const uses = [
    ...nodes.flatMap(usesOfNode),
    ...(await usesInSegmentTables(tx, clientId)),
    ...(await usesInViews(tx, clientId)),
    ...(await usesInIntegrations(tx, clientId)),
    ...(await usesInMappings(tx, clientId)),
  ];
  const byKey = new Map(uses.map((use) => [`${use.kind} ${use.id} ${use.use} ${use.fieldName}`, use]));
  return { uses: [...byKey.values()], nodes };
}

function usesOfNode({ kind, id, name, filters, orderBy }: DefinedNode): ColumnUse[] {
  const owner = { kind: KIND_OF_NODE[kind], id, name };
  const rules = filters === null ? [] : listRules(filters);
  return [
    ...rules.map(({ field }): ColumnUse => ({ ...owner, use: 'rule', fieldName: field })),
    ...(orderBy === null ? [] : [{ ...owner, use: 'order' as const, fieldName: orderBy }]),
  ];
}

async function usesInSegmentTables(tx: Transaction, clientId: string): Promise<ColumnUse[]> {
  const rows = await tx
    .select({ id: segments.id, name: segments.name, columns: segments.selectedColumns })
    .from(segments)
    .where(eq(segments.clientId, clientId))
    .orderBy(asc(segments.name));
  return rows.flatMap(({ id, name, columns }) =>
    strings
      .parse(columns ?? [])
      .map((fieldName): ColumnUse => ({ kind: 'segment', id, name, use: 'column', fieldName })),
  );
}

async function usesInViews(tx: Transaction, clientId: string): Promise<ColumnUse[]> {
  const rows = await tx
    .select({ id: views.id, name: views.name, content: views.content })
    .from(views)
    .where(eq(views.clientId, clientId))
    .orderBy(asc(views.name));
  return rows.flatMap(({ id, name, content }) => {
    const owner = { kind: 'view', id, name } as const;
    const { filters, sortby, columns } = storedView.parse(content);
    const hidden = new Set(columns.hidden);
    const visible = columns.order.filter((fieldName) => !hidden.has(fieldName));
    return [
      ...(filters === null ? [] : listRules(filters)).map(
        ({ field }): ColumnUse => ({ ...owner, use: 'rule', fieldName: field }),
      ),
      { ...owner, use: 'order' as const, fieldName: sortby },
      ...visible.map((fieldName): ColumnUse => ({ ...owner, use: 'column', fieldName })),
    ];
  });
}

/** Columns that are mapped to CRM fields. */
async function usesInMappings(tx: Transaction, clientId: string): Promise<ColumnUse[]> {
  const rows = await tx
    .select({ id: integrations.id, name: integrations.integrationType, fieldName: integrationMappings.internalName })
    .from(integrationMappings)
    .innerJoin(integrations, eq(integrations.id, integrationMappings.integrationId))
    .where(and(eq(integrationMappings.clientId, clientId), eq(integrationMappings.recordType, 'company')))
    .orderBy(asc(integrations.createdAt));
  return rows.map((row): ColumnUse => ({ ...row, kind: 'integration', use: 'mapping' }));
}

/** Settings of integrations name columns as texts. */
async function usesInIntegrations(tx: Transaction, clientId: string): Promise<ColumnUse[]> {
  const texts = sql`jsonb_path_query_array(${integrations.settings}, '$.** ? (@.type() == "string")')`;
  const rows = await tx
    .select({ id: integrations.id, type: integrations.integrationType, texts })
    .from(integrations)
    .where(eq(integrations.clientId, clientId))
    .orderBy(asc(integrations.createdAt));
  return rows.flatMap(({ id, type, texts: found }) =>
    strings
      .parse(found)
      .map((fieldName): ColumnUse => ({ kind: 'integration', id, name: type, use: 'mapping', fieldName })),
  );
}
