import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import {
  type listAmbiguousMatches,
  type MatchCandidate,
  type OutputOf,
  type RecordType,
  resolveMatch,
} from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import classes from '../integration-jobs.module.css';
import { OpenRecord } from '../OpenRecord.tsx';
import { integrationJobsKey } from '../queries.ts';

const FACTS: readonly { readonly label: string; readonly read: (candidate: MatchCandidate) => string | null }[] = [
  { label: 'Domain', read: ({ domain }) => domain },
  { label: 'E-mail', read: ({ email }) => email },
  { label: 'Created', read: ({ createdAt }) => (createdAt === null ? null : formatInstant(createdAt)) },
  {
    label: 'Last active',
    read: ({ lastModifiedAt }) => (lastModifiedAt === null ? null : formatInstant(lastModifiedAt)),
  },
  { label: 'Contacts', read: ({ contacts }) => (contacts === null ? null : formatNumber(contacts)) },
];

/** One record with the CRM's records that could be it, in columns. */
export function AmbiguousRecord(props: {
  integrationId: string;
  recordType: RecordType;
  item: OutputOf<typeof listAmbiguousMatches>['items'][number];
}) {
  const { integrationId, recordType, item } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const resolving = useMutation({
    mutationFn: (externalId: string | null) =>
      call(resolveMatch, { integrationId, recordType, recordId: item.recordId, externalId }, { client: clientName }),
    onSuccess: (_resolved, externalId) =>
      notifySuccess(
        externalId === null ? `The next sync creates ${item.record}` : `${item.record} is linked to ${externalId}`,
      ),
    onError: (error) => notifyError(messageOf(error), { title: 'The choice could not be saved' }),
    onSettled: () => cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) }),
  });
  const facts = FACTS.filter(({ read }) => item.candidates.some((candidate) => read(candidate) !== null));
  return (
    <article className={classes.record} aria-label={item.record}>
      <Group justify="space-between" mb={6}>
        <Text fw={600}>
          {item.record}{' '}
          {item.domain !== null && (
            <Text span size="sm" c="dimmed">
              {item.domain}
            </Text>
          )}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={resolving.isPending && resolving.variables === null}
          onClick={() => resolving.mutate(null)}
        >
          Create new
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={96 + 160 * item.candidates.length} className={classes.candidates}>
        <table aria-label={`Candidates for ${item.record}`}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>Fact</VisuallyHidden>
              </th>
              {item.candidates.map((candidate) => (
                <th key={candidate.externalId} scope="col">
                  <OpenRecord integrationId={integrationId} recordType={recordType} externalId={candidate.externalId}>
                    {candidate.name ?? candidate.externalId}
                  </OpenRecord>
                  <Text size="xs" c="dimmed" fw={400}>
                    {candidate.externalId}
                  </Text>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(({ label, read }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {item.candidates.map((candidate) => (
                  <td key={candidate.externalId}>{read(candidate) ?? '–'}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">
                <VisuallyHidden>Choose</VisuallyHidden>
              </th>
              {item.candidates.map((candidate) => (
                <td key={candidate.externalId}>
                  <Button
                    size="compact-sm"
                    aria-label={`Use this one for ${item.record}: ${candidate.name ?? ''} ${candidate.externalId}`}
                    loading={resolving.isPending && resolving.variables === candidate.externalId}
                    onClick={() => resolving.mutate(candidate.externalId)}
                  >
                    Use this one
                  </Button>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </Table.ScrollContainer>
    </article>
  );
}
