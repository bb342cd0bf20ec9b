import { Modal, Tabs, Text } from '@mantine/core';
import {
  type CriteriaGroup,
  PERSONA_PREVIEW_PAGE_SIZE,
  PERSONA_PREVIEW_TYPES,
  type PersonaPreviewItem,
  type PersonaPreviewType,
} from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import classes from './personas.module.css';
import { previewColumns } from './preview-columns.tsx';
import { personaPreviewQuery } from './queries.ts';

const LABELS: Readonly<Record<PersonaPreviewType, string>> = {
  CONTACTS: 'Contacts Sample',
  COMPANIES_WITHOUT_CONTACTS: 'Unmatched Companies',
  COMPANIES_WITH_CONTACTS: 'Matched Companies',
};
const NO_ROWS: readonly PersonaPreviewItem[] = [];

/** Who criteria would find in a segment: a sample of people, companies without and with somebody. Costs nothing. */
export default function PersonaPreview(props: {
  clientName: string;
  segmentId: string;
  criteriaGroups: readonly CriteriaGroup[];
  onClose: () => void;
}) {
  useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  useEscape(content, props.onClose);
  const [type, setType] = useState<PersonaPreviewType>('CONTACTS');
  return (
    <Modal opened onClose={props.onClose} closeOnEscape={false} title="Persona preview" size={1060} centered>
      <div ref={content}>
        <Text size="sm" c="dimmed" mb="xs">
          A preview is free. Email addresses are looked up only when you find contacts.
        </Text>
        <Tabs
          value={type}
          keepMounted={false}
          onChange={(value) => {
            const next = PERSONA_PREVIEW_TYPES.find((candidate) => candidate === value);
            if (next) setType(next);
          }}
        >
          <Tabs.List aria-label="Persona preview" mb="sm">
            {PERSONA_PREVIEW_TYPES.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {LABELS[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {PERSONA_PREVIEW_TYPES.map((name) => (
            <Tabs.Panel key={name} value={name}>
              <PreviewRows {...props} type={name} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </div>
    </Modal>
  );
}

function PreviewRows(props: {
  clientName: string;
  segmentId: string;
  criteriaGroups: readonly CriteriaGroup[];
  type: PersonaPreviewType;
}) {
  const { clientName, segmentId, criteriaGroups, type } = props;
  const [pageIndex, setPageIndex] = useState(0);
  const query = useQuery(personaPreviewQuery(clientName, segmentId, criteriaGroups, type, pageIndex));
  if (query.isError) {
    return <ErrorState title="Preview errored" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const noun = type === 'CONTACTS' ? 'contacts' : 'companies';
  const total = query.data && (type === 'CONTACTS' ? query.data.totalContacts : query.data.totalCompanies);
  return (
    <>
      <Text size="sm" mb="xs" role="status">
        {query.data === undefined
          ? 'Looking for people…'
          : type === 'CONTACTS'
            ? `${plural(query.data.totalContacts, 'person matches', 'people match')} at ${plural(query.data.totalCompanies, 'company', 'companies')}`
            : plural(query.data.totalCompanies, 'company', 'companies')}
      </Text>
      <div className={classes.previewTable}>
        <DataTable
          label={LABELS[type]}
          columns={type === 'CONTACTS' ? previewColumns.people : previewColumns.companies}
          rows={query.data?.items ?? NO_ROWS}
          rowKey={keyOf}
          isLoading={query.isPending}
          isRefreshing={query.isPlaceholderData}
          skeletonRows={10}
          isArrangeable={false}
          empty={<EmptyState title={`No matching ${noun} were found. Please adjust criteria.`} />}
        />
      </div>
      {total !== undefined && (
        <Pager
          pageIndex={pageIndex}
          pageSize={PERSONA_PREVIEW_PAGE_SIZE}
          total={total}
          rowCount={query.data?.items.length ?? 0}
          noun={noun}
          label="Pages of the preview"
          onPage={setPageIndex}
        />
      )}
    </>
  );
}

function keyOf(item: PersonaPreviewItem): string {
  return `${item.company_id} ${item.person_url ?? ''} ${item.raw_name ?? ''} ${item.position ?? ''}`;
}
