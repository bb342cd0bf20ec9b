import { Select, Switch, Text } from '@mantine/core';
import { SEGMENT_CONTACTS_PAGE_SIZE, type Segment, type SegmentContact } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFeatureFlag } from '../../../lib/client-context.tsx';
import { plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import SavedPersonas from '../personas/SavedPersonas.tsx';
import { isSearching } from '../segment-state.ts';
import { contactColumns } from './contact-columns.tsx';
import { segmentContactsQuery } from './contact-queries.ts';
import { contactSortOf } from './contact-sort.ts';
import type { ViewSearch } from './use-view-search.ts';
import classes from './view.module.css';

const NO_ROWS: readonly SegmentContact[] = [];

/** The personas of a segment and the people whom they found. */
export default function SegmentContacts(props: { clientName: string; segment: Segment; view: ViewSearch }) {
  const { clientName, segment } = props;
  const { search, change } = props.view;
  const { page = 1, direction = 'desc' } = search;
  const sort = contactSortOf(search.sort);
  const hasPhoneNumbers = useFeatureFlag('phoneNumbers');
  const query = useQuery(
    segmentContactsQuery(clientName, segment, {
      pageIndex: page - 1,
      persona: search.persona,
      sortBy: sort,
      sortDirection: direction,
      includesActive: search.active !== 'no',
      includesRemoved: search.removed === 'yes',
      includesChecked: search.checked === 'yes',
    }),
  );
  const columns = useMemo(
    () => contactColumns({ hasPhoneNumbers, isSortable: true, hasCompany: true }),
    [hasPhoneNumbers],
  );
  const { data } = query;
  const lastPage = data === undefined ? page : Math.max(1, Math.ceil(data.count / SEGMENT_CONTACTS_PAGE_SIZE));
  const setSwitch = (key: 'removed' | 'checked', isOn: boolean) => change({ [key]: isOn ? 'yes' : undefined });
  return (
    <>
      <div className={classes.personas}>
        <SavedPersonas clientName={clientName} segmentId={segment.id} />
      </div>
      <div className={`${classes.toolbar} ${classes.padded}`}>
        <Select
          aria-label="Persona"
          w={220}
          allowDeselect={false}
          data={[
            { value: '', label: 'All personas' },
            ...segment.segmentPersonas.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={search.persona ?? ''}
          onChange={(persona) => change({ persona: persona || undefined })}
        />
        <Switch
          label="Active"
          checked={search.active !== 'no'}
          onChange={(event) => change({ active: event.currentTarget.checked ? undefined : 'no' })}
        />
        <Switch
          label="Removed"
          checked={search.removed === 'yes'}
          onChange={(event) => setSwitch('removed', event.currentTarget.checked)}
        />
        <Switch
          label="Checked"
          checked={search.checked === 'yes'}
          onChange={(event) => setSwitch('checked', event.currentTarget.checked)}
        />
        {data !== undefined && data.count > 0 && (
          <Text size="sm" c="dimmed">
            at {plural(data.countCompanies, 'company', 'companies')}
          </Text>
        )}
      </div>
      {query.isError && (
        <ErrorState
          title="Failed to fetch contacts, please try again"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {!(query.isError && data === undefined) && (
        <>
          <DataTable
            label="Contacts of the segment"
            columns={columns}
            rows={data?.items ?? NO_ROWS}
            rowKey={keyOf}
            rowLabel={nameOf}
            sort={{ columnId: sort, direction }}
            onSort={(columnId, next) =>
              columnId === sort && next === direction
                ? change({ sort: undefined, direction: undefined })
                : change({ sort: columnId, direction: next })
            }
            isLoading={query.isPending}
            isRefreshing={query.isPlaceholderData}
            skeletonRows={12}
            rowOffset={(page - 1) * SEGMENT_CONTACTS_PAGE_SIZE}
            rowCount={data?.count ?? SEGMENT_CONTACTS_PAGE_SIZE}
            onPageStep={(step) => page + step >= 1 && page + step <= lastPage && change({ page: page + step })}
            isArrangeable={false}
            empty={<EmptyState title={emptyText(segment)} />}
          />
          <Pager
            pageIndex={page - 1}
            pageSize={SEGMENT_CONTACTS_PAGE_SIZE}
            total={data?.count ?? null}
            rowCount={data?.items.length ?? 0}
            noun="contacts"
            onPage={(pageIndex) => change({ page: pageIndex + 1 })}
          />
        </>
      )}
    </>
  );
}

function emptyText({ segmentPersonas }: Segment): string {
  if (segmentPersonas.length === 0) return 'Add a persona to find people at these companies';
  if (segmentPersonas.some(isSearching)) return 'Searching. No contacts found yet... please wait';
  if (segmentPersonas.every(({ searchStatus }) => searchStatus === 'NEW'))
    return 'Find contacts of a persona to see them here';
  return 'No contacts found matching persona(s)';
}

function keyOf({ contact_id, persona_id }: SegmentContact): string {
  return `${contact_id} ${persona_id}`;
}

function nameOf(contact: SegmentContact): string {
  return contact.raw_name;
}
