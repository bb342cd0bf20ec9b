import { Container, Table } from '@mantine/core';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { formatInstant, formatNumber } from '../../lib/format.ts';
import { sessionHeaders } from '../../lib/session.ts';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** /app/{clientName}/test: versions, flags and the session's facts, for staff who look into a problem. */
export default function TestPage() {
  return useUser().staffPermissions.includes('VIEW_ANY_ACCOUNT') ? <Facts /> : <NoPermission />;
}

const listOf = (items: readonly string[]): string => (items.length === 0 ? 'None' : items.join(', '));
const instantOf = (instant: string | null): string => (instant === null ? 'Never' : formatInstant(instant));

function Facts() {
  const user = useUser();
  const client = useClient();
  const facts: readonly (readonly [string, string])[] = [
    ['Web app built', formatInstant(new Date(__BUILD_TIMESTAMP__).toISOString())],
    ['Account', client.clientName],
    ['Feature flags', listOf(client.featureFlags)],
    ['Dataset version', client.datasetVersion ?? 'None'],
    ['Last data sync', instantOf(client.lastDataSyncCompletedAt)],
    ['Companies', formatNumber(client.usageCounts.companies)],
    ['Columns', formatNumber(client.companiesSchema.length)],
    ['Pending columns', listOf(client.pendingFields.map(({ displayName }) => displayName))],
    ['Signed in as', user.email],
    ['Session', sessionHeaders()['x-session-id'] ?? 'None'],
    ['Permissions in the account', listOf(client.userPermissions)],
    ['Staff permissions', listOf(user.staffPermissions)],
    ['Browser', navigator.userAgent],
    ['Window', `${window.innerWidth} × ${window.innerHeight}, ${window.devicePixelRatio}x`],
  ];
  return (
    <Container component="main" size="md" py="xl">
      <PageHeader title="Test" clientName={client.clientName} />
      <Table layout="fixed" variant="vertical" aria-label="Versions, flags and the session">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="min(220px, 40%)">
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Container>
  );
}
