import { Modal } from '@mantine/core';
import { type CompanyRow, SEGMENT_CONTACTS_PAGE_SIZE, type SegmentContact } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFeatureFlag } from '../../../lib/client-context.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { contactColumns } from './contact-columns.tsx';
import { companyContactsQuery } from './contact-queries.ts';
import classes from './view.module.css';

const NO_ROWS: readonly SegmentContact[] = [];

/** Everybody whom the personas of a segment found at one company, also those not included. */
export default function CompanyContactsPreview(props: {
  clientName: string;
  segmentId: string;
  company: CompanyRow;
  onClose: () => void;
}) {
  useReturnFocus();
  const { company } = props;
  const [pageIndex, setPageIndex] = useState(0);
  const hasPhoneNumbers = useFeatureFlag('phoneNumbers');
  const query = useQuery(companyContactsQuery(props.clientName, props.segmentId, company.__company_id, pageIndex));
  const columns = useMemo(
    () => contactColumns({ hasPhoneNumbers, isSortable: false, hasCompany: false }),
    [hasPhoneNumbers],
  );
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={`Contacts at ${company.name || company.__domain}`}
      size={1080}
      centered
    >
      {query.isError ? (
        <ErrorState
          title="Failed to fetch contacts, please try again"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <div className={classes.preview}>
            <DataTable
              label="Contacts at the company"
              columns={columns}
              rows={query.data?.items ?? NO_ROWS}
              rowKey={({ contact_id, persona_id }) => `${contact_id} ${persona_id}`}
              rowLabel={({ raw_name }) => raw_name}
              isLoading={query.isPending}
              isRefreshing={query.isPlaceholderData}
              skeletonRows={5}
              isArrangeable={false}
              empty={<EmptyState title="No contacts found for this company" />}
            />
          </div>
          {query.data !== undefined && (
            <Pager
              pageIndex={pageIndex}
              pageSize={SEGMENT_CONTACTS_PAGE_SIZE}
              total={query.data.count}
              rowCount={query.data.items.length}
              noun="contacts"
              label="Pages of contacts"
              onPage={setPageIndex}
            />
          )}
        </>
      )}
    </Modal>
  );
}
