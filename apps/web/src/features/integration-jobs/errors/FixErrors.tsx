import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { fixSyncErrors, type SyncErrorGroup } from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { plural } from '../../../lib/format.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { connectorName } from '../../integrations/connector-types.ts';
import { integrationsQuery } from '../../integrations/queries.ts';
import { integrationJobsKey } from '../queries.ts';
import { type Fix, offeredFixes } from './fix-words.ts';

/** Fixes for all records of an error at once. Each is followed by a sync of just these records. */
export function FixErrors({ group, onJob }: { group: SyncErrorGroup; onJob: (jobId: string) => void }) {
  const { clientName, companiesSchema, contactsSchema } = useClient();
  const cache = useQueryClient();
  const { data } = useQuery(integrationsQuery(clientName));
  const [asked, setAsked] = useState<Fix | null>(null);
  const crm = connectorName(group.integrationType);
  const integration = data?.integrations.find(({ id }) => id === group.integrationId);
  const mappings =
    group.recordType === 'company' ? integration?.mappingSettings.companies : integration?.mappingSettings.contacts;
  const schema = group.recordType === 'company' ? companiesSchema : contactsSchema;
  const named = schema.find(({ displayName }) => displayName === group.field)?.fieldName;
  const mapping = mappings?.find(
    ({ internalName, externalName }) => internalName === named || externalName === group.field,
  );
  const offered = offeredFixes(group, mapping?.updateStrategy ?? null, crm);
  const records = plural(group.errorCount, 'record');
  const chosen = offered.find(({ fix }) => fix === asked || fix.kind === asked?.kind);
  const fixing = useMutation({
    mutationFn: async (fix: Fix) => {
      const toast = notifyLoading('Fixing errors…');
      const { integrationId, recordType, field, errorCode } = group;
      try {
        const fixed = await call(
          fixSyncErrors,
          { integrationId, recordType, field, errorCode, fix },
          { client: clientName },
        );
        notifySuccess(`${plural(fixed.records, 'record')} will be synced again`, { id: toast });
        onJob(fixed.jobId);
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'The errors could not be fixed' });
      }
      await Promise.all([
        cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) }),
        cache.invalidateQueries({ queryKey: ['integrations', clientName] }),
      ]);
    },
    onSettled: () => setAsked(null),
  });
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="fix-errors">
      <Title order={3} mb={6} id="fix-errors">
        {group.errorCount === 0 ? 'Fix it here' : `Fix ${records} at once`}
      </Title>
      <Stack gap="xs">
        {offered.map(({ fix, label, description }) => (
          <Group key={fix.kind} justify="space-between" gap="xs" align="flex-start">
            <Text size="sm" flex="1 1 240px">
              {description}
            </Text>
            <Button
              size="xs"
              variant="default"
              flex="none"
              loading={fixing.isPending && fixing.variables.kind === fix.kind}
              // Only the last one changes nothing but the records.
              onClick={() => (fix.kind === 'RETRY' ? fixing.mutate(fix) : setAsked(fix))}
            >
              {label}
            </Button>
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={asked !== null}
        title={`${chosen?.label ?? ''}?`}
        confirmLabel={group.errorCount === 0 ? 'Fix it' : `Fix ${records}`}
        isBusy={fixing.isPending}
        onConfirm={() => asked !== null && fixing.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        {chosen?.description}
        {group.errorCount > 0 &&
          ` Then ${group.errorCount === 1 ? 'the record is' : `the ${records} are`} synced again.`}
      </ConfirmDialog>
    </section>
  );
}
