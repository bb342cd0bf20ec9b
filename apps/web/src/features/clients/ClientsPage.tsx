import { Tabs } from '@mantine/core';
import { CLIENTS_PAGE_SIZE, type ClientSummary, LIFECYCLE_STAGES } from '@quarry/contracts';
import { IconBuildings, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useUser } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { clientColumns } from './client-columns.tsx';
import classes from './clients.module.css';
import { clientsSearch } from './clients-search.ts';
import { clientsQuery } from './queries.ts';
import { STAGE_NAMES } from './stage-names.ts';

const ALL = 'all';

/** /admin/clients: every client with its stage, build, usage and credits. */
export default function ClientsPage() {
  const { search = '', page = 1, stage } = useSearch({ from: '/signed-in/admin/clients' });
  const navigate = useNavigate({ from: '/admin/clients' });
  const { staffPermissions } = useUser();
  const query = useQuery(clientsQuery({ search, stage, page }));
  const show = (next: Record<string, unknown>, replace = true) =>
    void navigate({ search: clientsSearch({ search, stage, ...next }), replace });
  const stages = query.data?.stages ?? {};
  const found = LIFECYCLE_STAGES.reduce((sum, name) => sum + (stages[name] ?? 0), 0);
  return (
    <ListPage
      title="Clients"
      label="Clients"
      noun="client"
      query={query}
      rows={query.data?.items}
      total={query.data?.count}
      columns={clientColumns}
      rowKey={clientKey}
      rowLabel={clientKey}
      onOpenRow={({ clientName }) => void navigate({ to: '/admin/clients/$name', params: { name: clientName } })}
      paging={{ page, pageSize: CLIENTS_PAGE_SIZE, onPage: (next, replace) => show({ page: next }, replace) }}
      actions={
        staffPermissions.includes('EDIT_ACCOUNTS') && (
          <ButtonLink
            to="/admin/clients/$name"
            params={{ name: 'new' }}
            search={{ isNew: 'true' }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            New client
          </ButtonLink>
        )
      }
      toolbar={
        <>
          <SearchField noun="clients" maxLength={255} search={search} onSearch={(text) => show({ search: text })} />
          <Tabs
            value={stage ?? ALL}
            onChange={(value) => show({ stage: value === ALL ? undefined : value }, false)}
            className={classes.tabs}
          >
            <Tabs.List aria-label="Stages">
              <Tabs.Tab value={ALL}>All {found}</Tabs.Tab>
              {LIFECYCLE_STAGES.filter((name) => name === stage || stages[name] !== undefined).map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {STAGE_NAMES[name]} {stages[name] ?? 0}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        </>
      }
      empty={
        search === '' && stage === undefined ? (
          <EmptyState title="No clients yet" icon={<IconBuildings size={32} aria-hidden />}>
            A client is an account with its own dataset, people and credits.
          </EmptyState>
        ) : (
          <NoMatches noun="clients" onClear={() => show({ search: '', stage: undefined })} />
        )
      }
    />
  );
}

function clientKey({ clientName }: ClientSummary): string {
  return clientName;
}
