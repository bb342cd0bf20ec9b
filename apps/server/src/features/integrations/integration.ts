import {
  AppError,
  type FieldMapping,
  type IntegrationType,
  importFieldMapping,
  integrationSettings,
  integrationType,
} from '@quarry/contracts';
import { and, asc, eq, type Transaction } from '@quarry/postgres';
import { integrationMappings, integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import type { ExternalAccount } from './vendors/vendor.ts';

export type IntegrationRow = typeof integrations.$inferSelect;
export type MappingRow = typeof integrationMappings.$inferSelect;

/** `integrations.settings`: as people save them, with what the CRM says about the fields to import. */
export const storedSettings = z.preprocess(
  (stored) => stored ?? {},
  integrationSettings.extend({
    importFieldMappingSettings: z.object({ companies: z.array(importFieldMapping) }).default({ companies: [] }),
  }),
);
export type StoredSettings = z.output<typeof storedSettings>;

const storedAccount = z.object({
  id: z.string(),
  name: z.string().nullable(),
  apiUrl: z.string(),
  facts: z.record(z.string(), z.string()),
});

/** A connector with its parsed settings; no secrets. */
export interface StoredIntegration extends Omit<IntegrationRow, 'integrationType' | 'settings' | 'externalAccount'> {
  readonly integrationType: IntegrationType;
  readonly settings: StoredSettings;
  /** Null before the first connection, and of a webhook. */
  readonly externalAccount: ExternalAccount | null;
}

export function readIntegrationRow(row: IntegrationRow): StoredIntegration {
  return {
    ...row,
    integrationType: integrationType.parse(row.integrationType),
    settings: storedSettings.parse(row.settings),
    externalAccount: storedAccount.safeParse(row.externalAccount).data ?? null,
  };
}

/** Reads a connector of the client; `lock` keeps others from changing it until the transaction ends. Throws NOT_FOUND. */
export async function readIntegration(
  tx: Transaction,
  clientId: string,
  integrationId: string,
  lock: 'none' | 'share' | 'update' = 'none',
): Promise<StoredIntegration> {
  const query = tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.clientId, clientId), eq(integrations.id, integrationId)));
  const [row] = await (lock === 'none' ? query : query.for(lock));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such connector.', { integrationId });
  return readIntegrationRow(row);
}

/** The mappings of the client's connectors, or of one, in the order in which they were made. */
export async function listMappings(
  tx: Transaction,
  clientId: string,
  integrationId?: string,
): Promise<(FieldMapping & Pick<MappingRow, 'recordType' | 'isOwnField'>)[]> {
  return tx
    .select({
      id: integrationMappings.id,
      integrationId: integrationMappings.integrationId,
      recordType: integrationMappings.recordType,
      internalName: integrationMappings.internalName,
      externalName: integrationMappings.externalName,
      updateStrategy: integrationMappings.updateStrategy,
      isOwnField: integrationMappings.isOwnField,
    })
    .from(integrationMappings)
    .where(
      and(
        eq(integrationMappings.clientId, clientId),
        integrationId === undefined ? undefined : eq(integrationMappings.integrationId, integrationId),
      ),
    )
    .orderBy(asc(integrationMappings.createdAt), asc(integrationMappings.id));
}
