import type * as contracts from '@quarry/contracts';
import {
  type IntegrationType,
  integrationType as integrationTypes,
  recordType,
  type SyncErrorGroup,
} from '@quarry/contracts';
import { and, desc, eq, inArray, isNotNull, sql, type Transaction } from '@quarry/postgres';
import { integrationJobs, integrations, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { readIntegration } from '#server/features/integrations/integration.ts';
import { vendorOf } from '#server/features/integrations/vendors/index.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { SYNC_TASKS } from '../integration-job.ts';
import { jobPlan } from '../job-plan.ts';
import { readSyncFields, type SyncFields } from '../plan/sync-fields.ts';
import { describeError, errorCodeOf } from './catalogue.ts';
import { fieldOf, fixesOf } from './fixes.ts';

const MAX_EXTERNAL_IDS = 100;
const groupRow = z.object({
  integrationId: z.string(),
  integrationType: integrationTypes,
  recordType,
  field: z.string().nullable(),
  errorCode: z.string(),
  message: z.string().nullable(),
  errors: z.coerce.number(),
  externalIds: z.array(z.string()).nullable(),
});
type Group = z.infer<typeof groupRow>;

/** Lists the errors that records have now by kind, the most frequent first, then mapped fields that the CRM lacks. */
export const listSyncErrorGroups: Verb<typeof contracts.listSyncErrorGroups> = (scope, input) =>
  scope.read(async (tx) => {
    const { limit, offset, integrationType: type } = input;
    const groups = await readGroups(tx, scope.client.id, type);
    const missing = await readMissing(tx, scope.client.id, type);
    const all = [...groups, ...missing];
    const fields = new Map<string, SyncFields>();
    for (const { integrationId } of all) {
      if (fields.has(integrationId)) continue;
      const integration = await readIntegration(tx, scope.client.id, integrationId);
      fields.set(integrationId, await readSyncFields(tx, scope.client, integration));
    }
    const page = all.slice(offset, offset + limit);
    return { items: page.map((group) => toGroup(scope, group, fields.get(group.integrationId))), count: all.length };
  });

/** There are as many groups as kinds of errors, so they are few. */
async function readGroups(tx: Transaction, clientId: string, type: IntegrationType | undefined): Promise<Group[]> {
  const { rows } = await tx.execute(sql`
    select ${syncStatuses.integrationId} as "integrationId", ${integrations.integrationType} as "integrationType",
      ${syncStatuses.recordType} as "recordType", ${syncStatuses.errorField} as field,
      ${syncStatuses.errorCode} as "errorCode", min(${syncStatuses.errorMessage}) as message, count(*) as errors,
      (array_agg(${syncStatuses.externalId} order by ${syncStatuses.recordId})
        filter (where ${syncStatuses.externalId} is not null))[1:${MAX_EXTERNAL_IDS}::int] as "externalIds"
    from ${syncStatuses} join ${integrations} on ${integrations.id} = ${syncStatuses.integrationId}
    where ${and(
      eq(syncStatuses.clientId, clientId),
      isNotNull(syncStatuses.errorCode),
      type === undefined ? undefined : eq(integrations.integrationType, type),
    )}
    group by 1, 2, 3, 4, 5
    order by count(*) desc, 5, 4`);
  return z.array(groupRow).parse(rows);
}

/** Mapped fields that the CRM did not have at the last sync. */
async function readMissing(tx: Transaction, clientId: string, type: IntegrationType | undefined): Promise<Group[]> {
  const rows = await tx
    .selectDistinctOn([integrationJobs.integrationId], {
      integrationId: integrationJobs.integrationId,
      integrationType: integrations.integrationType,
      plan: integrationJobs.plan,
    })
    .from(integrationJobs)
    .innerJoin(integrations, eq(integrations.id, integrationJobs.integrationId))
    .where(
      and(
        eq(integrationJobs.clientId, clientId),
        inArray(integrationJobs.taskName, [...SYNC_TASKS]),
        eq(integrationJobs.status, 'COMPLETE'),
        type === undefined ? undefined : eq(integrations.integrationType, type),
      ),
    )
    .orderBy(integrationJobs.integrationId, desc(integrationJobs.createdAt));
  return rows.flatMap((row) => {
    const known = integrationTypes.parse(row.integrationType);
    return jobPlan.parse(row.plan ?? {}).missing.map(
      (field): Group => ({
        integrationId: row.integrationId,
        integrationType: known,
        recordType: field.recordType,
        field: field.displayName,
        errorCode: errorCodeOf(known, field.recordType, 'FIELD_NOT_IN_CRM'),
        message: null,
        errors: 0,
        externalIds: [],
      }),
    );
  });
}

function toGroup(scope: Pick<ClientScope, 'config'>, group: Group, fields: SyncFields | undefined): SyncErrorGroup {
  const { integrationType: type, recordType: kind, field, errorCode } = group;
  const described = describeError(group);
  const canChange = type !== 'WEBHOOK' && vendorOf(type, scope.config).changeField !== null;
  return {
    integrationId: group.integrationId,
    integrationType: type,
    recordType: kind,
    field,
    errorCode,
    errorMessage: described.longDescription,
    errorCount: group.errors,
    errorContext: { externalIds: group.externalIds ?? [] },
    ...described,
    fixes: fixesOf(errorCode, fieldOf(fields?.[kind] ?? [], field), canChange),
  };
}
