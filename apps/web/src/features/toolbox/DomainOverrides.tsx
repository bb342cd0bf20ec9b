import { Alert, Button, Card, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { addDomainOverride, DOMAIN_OVERRIDES_PAGE_SIZE, removeDomainOverride } from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { formatInstant } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { overridesQuery } from './queries.ts';
import classes from './toolbox.module.css';

const NOT_ALLOWED = 'Your account may look at overrides, but not change them.';

/** The card that links domains to LinkedIn ids and lists the links. */
export function DomainOverrides() {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const cache = useQueryClient();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [domain, setDomain] = useState('');
  const [linkedInId, setLinkedInId] = useState('');
  const list = useQuery(overridesQuery(search, page));
  const refresh = () => cache.invalidateQueries({ queryKey: ['domain-overrides'] });
  const add = useMutation({
    mutationFn: () => call(addDomainOverride, { domain, linkedInId }),
    onSuccess: async ({ override, replaced }) => {
      const company = override.companyName === null ? '' : `, which is ${override.companyName}`;
      const before = replaced === null ? '' : ` It was ${replaced.linkedInId} before.`;
      notifySuccess(`${override.domain} now belongs to ${override.linkedInId}${company}.${before}`);
      setDomain('');
      setLinkedInId('');
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (of: string) => call(removeDomainOverride, { domain: of }),
    onSuccess: async (_result, of) => {
      notifySuccess(`The override of ${of} was undone.`);
      await refresh();
    },
    onError: (error) => notifyError(messageOf(error)),
  });
  return (
    <Card withBorder component="section" aria-labelledby="domain-overrides">
      <Title order={2} id="domain-overrides">
        Domain overrides
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        Says which LinkedIn page a domain belongs to, before everything else that is known. Look-ups follow at once, and
        datasets with their next build.
      </Text>
      {mayEdit ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <Stack gap="xs" mt="md">
            <Group gap="xs" grow align="flex-start">
              <TextInput
                label="Domain"
                placeholder="acme.com"
                required
                value={domain}
                onChange={(event) => setDomain(event.currentTarget.value)}
              />
              <TextInput
                label="LinkedIn id"
                placeholder="acme-inc"
                required
                value={linkedInId}
                onChange={(event) => setLinkedInId(event.currentTarget.value)}
              />
            </Group>
            {add.isError ? (
              <Alert color="red" title="Error adding override">
                {messageOf(add.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={add.isPending}>
                Add override
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Text size="sm" mt="md">
          {NOT_ALLOWED}
        </Text>
      )}
      <div className={classes.search}>
        <SearchField
          noun="overrides"
          maxLength={255}
          search={search}
          delayMs={300}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {list.isPending ? <LoadingState label="Loading overrides" height={120} /> : null}
      {list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.items.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {search === '' ? 'No domain has an override.' : 'No override matches the search.'}
        </Text>
      ) : null}
      {list.data && list.data.items.length > 0 ? (
        <>
          <Table aria-label="Domain overrides" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Domain</Table.Th>
                <Table.Th>LinkedIn id</Table.Th>
                <Table.Th>Set</Table.Th>
                {mayEdit ? <Table.Th w={90}>Undo</Table.Th> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data.items.map((item) => (
                <Table.Tr key={item.domain}>
                  <Table.Td>{item.domain}</Table.Td>
                  <Table.Td>
                    {item.linkedInId}
                    <Text size="xs" c="dimmed">
                      {item.companyName ?? 'No company yet'}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="xs">{formatInstant(item.setAt)}</Text>
                    <Text size="xs" c="dimmed">
                      {item.setBy}
                    </Text>
                  </Table.Td>
                  {mayEdit ? (
                    <Table.Td>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Undo the override of ${item.domain}`}
                        disabled={remove.isPending}
                        onClick={() => remove.mutate(item.domain)}
                      >
                        Undo
                      </Button>
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Pager
            pageIndex={page - 1}
            pageSize={DOMAIN_OVERRIDES_PAGE_SIZE}
            total={list.data.count}
            rowCount={list.data.items.length}
            onPage={(pageIndex) => setPage(pageIndex + 1)}
            label="Pages of overrides"
          />
        </>
      ) : null}
    </Card>
  );
}
