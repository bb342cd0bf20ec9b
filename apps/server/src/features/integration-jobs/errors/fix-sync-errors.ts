import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, isNotNull, sql, type Transaction } from '@quarry/postgres';
import { integrationMappings, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { callVendor } from '#server/features/integrations/access/call-vendor.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { beginJob } from '../begin-job.ts';
import { assertCanStart, canStart } from '../can-start.ts';
import { hasFailed } from '../plan/contact-rows.ts';
import { readSyncFields, type SyncField } from '../plan/sync-fields.ts';
import { integrationSync } from '../run/run-sync.ts';
import { fieldOf } from './fixes.ts';

type Input = Parameters<typeof fixSyncErrors>[1];

const MAX_OPTIONS = 200;

/**
 * Fixes all errors of a kind, then syncs its records again. Throws NOT_FOUND, BAD_REQUEST for a fix that does not fit,
 * CRM_REFUSED, and what `canStart` says.
 */
export const fixSyncErrors: Verb<typeof contracts.fixSyncErrors> = async (scope, input) => {
  const { integrationId, recordType, field, errorCode, fix } = input;
  const clientId = scope.client.id;
  const { integrationType, mapped, records } = await scope.read(async (tx) => {
    const integration = await readIntegration(tx, clientId, integrationId);
    assertCanStart(await canStart(tx, clientId, integrationId));
    const fields = await readSyncFields(tx, scope.client, integration);
    return {
      integrationType: integration.integrationType,
      mapped: fieldOf(fields[recordType], field),
      records: await tx.$count(syncStatuses, failedOf(clientId, input)),
    };
  });
  if (fix.kind !== 'RETRY' && mapped === undefined) {
    throw new AppError('BAD_REQUEST', 'This error is not about a mapped field.', { field, errorCode });
  }
  if (records === 0 && fix.kind !== 'DROP_MAPPING') {
    throw new AppError('NOT_FOUND', 'No record has this error any more.', { errorCode });
  }
  if (mapped !== undefined && (fix.kind === 'LENGTHEN_FIELD' || fix.kind === 'ADD_OPTIONS')) {
    await changeCrmField(scope, input, mapped);
  }
  return scope.change(async (tx) => {
    if (mapped !== undefined) await changeMapping(tx, input, mapped);
    const jobId = await beginJob(tx, scope.jobs, integrationSync, {
      clientId,
      integrationId,
      taskName: 'Manual Sync',
      scope: { kind: 'FAILED', recordType, field, errorCode },
      requestedBy: scope.user.email,
    });
    return {
      result: { jobId, records },
      target: integrationType,
      targetId: integrationId,
      after: { jobId, recordType, field, errorCode, fix, records },
    };
  });
};

const failedOf = (clientId: string, { integrationId, recordType, field, errorCode }: Input) =>
  and(
    eq(syncStatuses.clientId, clientId),
    eq(syncStatuses.integrationId, integrationId),
    eq(syncStatuses.recordType, recordType),
    hasFailed({ recordType, field, errorCode }),
  );

async function changeMapping(
  tx: Transaction,
  { integrationId, recordType, fix }: Input,
  { internalName }: SyncField,
): Promise<void> {
  const mapping = and(
    eq(integrationMappings.integrationId, integrationId),
    eq(integrationMappings.recordType, recordType),
    eq(integrationMappings.internalName, internalName),
  );
  if (fix.kind === 'DROP_MAPPING') await tx.delete(integrationMappings).where(mapping);
  if (fix.kind === 'CHANGE_STRATEGY') {
    await tx.update(integrationMappings).set({ updateStrategy: fix.updateStrategy }).where(mapping);
  }
}

async function changeCrmField(scope: ClientScope, input: Input, { externalName }: SyncField): Promise<void> {
  const { integrationId, recordType, fix } = input;
  await callVendor(scope, integrationId, async (vendor, api) => {
    const described = (await vendor.describe(api, recordType)).find(({ id }) => id === externalName);
    if (described === undefined || vendor.changeField === null) {
      throw new AppError('BAD_REQUEST', `${vendor.label} does not allow this change.`, { externalName });
    }
    if (fix.kind === 'LENGTHEN_FIELD') return vendor.changeField(api, recordType, described, { kind: 'lengthen' });
    const known = new Set((described.options ?? []).flatMap(({ label, value }) => [label, value]));
    const values = await readRefusedValues(scope, input);
    const options = values.filter((value) => !known.has(value));
    if (options.length === 0) {
      throw new AppError('BAD_REQUEST', 'The field has all values already. Retry these records.', { externalName });
    }
    return vendor.changeField(api, recordType, described, { kind: 'addOptions', options });
  });
}

const valueRow = z.object({ value: z.string() });

/** The values that the CRM refused, each item of a list for itself. */
async function readRefusedValues(scope: ClientScope, input: Input): Promise<string[]> {
  const { rows } = await scope.read((tx) =>
    tx.execute(sql`
      select distinct trim(item) as value
      from ${syncStatuses}, unnest(string_to_array(${syncStatuses.errorValue}, '; ')) as item
      where ${and(failedOf(scope.client.id, input), isNotNull(syncStatuses.errorValue))} and trim(item) <> ''
      order by 1 limit ${MAX_OPTIONS}`),
  );
  return z
    .array(valueRow)
    .parse(rows)
    .map(({ value }) => value);
}
