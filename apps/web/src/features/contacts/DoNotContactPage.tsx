import { Button } from '@mantine/core';
import { SUPPRESSIONS_PAGE_SIZE, type Suppression } from '@quarry/contracts';
import { IconPlus, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useState } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { listSearch, searchOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { DOCS } from '../help/docs-links.ts';
import { suppressionsQuery } from './queries.ts';
import { suppressionColumns } from './suppression-columns.tsx';

const AddSuppressions = lazy(() => import('./AddSuppressions.tsx'));
const RemoveSuppression = lazy(() => import('./RemoveSuppression.tsx'));

const SEARCH_DELAY_MS = 300;
const SEARCH_MAX = 255;

/** Whom the account must not contact; administrators change the list. */
export default function DoNotContactPage() {
  const isAdmin = usePermission('ADMIN');
  const { clientName } = useClient();
  const { search = '', page = 1 } = useSearch({ from: '/signed-in/app/$clientName/do-not-contact' });
  const navigate = useNavigate({ from: '/app/$clientName/do-not-contact' });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Suppression | null>(null);
  const list = useQuery(suppressionsQuery(clientName, search, page));
  const columns = useCallback((width: number) => suppressionColumns(width, isAdmin ? setRemoved : null), [isAdmin]);
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  const isEmpty = search === '' && list.data?.count === 0;
  const add = isAdmin ? (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add entries
    </Button>
  ) : null;
  return (
    <ListPage
      title="Do not contact"
      label="Do not contact"
      noun="entry"
      nouns="entries"
      errorTitle="Failed to fetch the list"
      query={list}
      rows={list.data?.items}
      total={list.data?.count}
      columns={columns}
      rowKey={keyOfEntry}
      rowLabel={nameOfEntry}
      paging={{
        page,
        pageSize: SUPPRESSIONS_PAGE_SIZE,
        onPage: (next, replace) => void navigate({ search: listSearch({ search, page: next }), replace }),
      }}
      actions={isEmpty ? null : add}
      toolbar={
        <SearchField
          noun="entries"
          maxLength={SEARCH_MAX}
          search={search}
          onSearch={setSearch}
          delayMs={SEARCH_DELAY_MS}
        />
      }
      empty={
        search === '' ? (
          <EmptyState
            title="There is nobody whom your account must not contact"
            icon={<IconUserOff size={28} aria-hidden="true" />}
            docs={{ href: DOCS.doNotContact.href, label: 'How the list works' }}
            action={add}
          >
            List people who objected, and domains such as those of your customers or competitors.
          </EmptyState>
        ) : (
          <NoMatches noun="entries" onClear={() => setSearch('')} />
        )
      }
    >
      {isAdding && <AddSuppressions onClose={() => setAdding(false)} />}
      {removed && <RemoveSuppression entry={removed} onClose={() => setRemoved(null)} />}
    </ListPage>
  );
}

function keyOfEntry(entry: Suppression): string {
  return entry.id;
}

function nameOfEntry(entry: Suppression): string {
  return entry.value;
}
