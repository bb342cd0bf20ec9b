import { ActionIcon } from '@mantine/core';
import type { CompanyRow, SchemaField, SegmentCompanyRow } from '@quarry/contracts';
import { IconUsers } from '@tabler/icons-react';
import { formatDate } from '../../../lib/format.ts';
import { CellValue } from '../../../ui/cells/CellValue.tsx';
import { FullValue } from '../../../ui/cells/FullValue.tsx';
import { Hint } from '../../../ui/Hint.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { companyColumns } from '../../companies/company-columns.tsx';
import type { TagNames } from '../../datasets/tag-names.ts';

/** A company with its place in the segment. */
export interface SegmentRow {
  readonly company: CompanyRow;
  readonly personas: string[];
  readonly status: SegmentCompanyRow['__segmentStatus'];
}

export function toSegmentRow({ __segmentStatus, matched_personas, ...company }: SegmentCompanyRow): SegmentRow {
  const { __linked_in_id: linkedIn, contacts_count: contacts } = company;
  return {
    company: {
      ...company,
      __linked_in_id: typeof linkedIn === 'string' ? linkedIn : null,
      contacts_count: typeof contacts === 'number' ? contacts : 0,
    },
    personas: matched_personas,
    status: __segmentStatus,
  };
}

/** The company, its place in the segment, then the data points of `schema`. */
export function segmentCompanyColumns(options: {
  clientName: string;
  schema: readonly SchemaField[];
  tagNames: TagNames;
  onOpen: (companyId: string) => void;
  onContacts: (row: SegmentRow) => void;
}): TableColumn<SegmentRow>[] {
  const { clientName, onOpen, onContacts } = options;
  const links = { hrefOf: (companyId: string) => `/app/${clientName}#company=${companyId}`, onOpen };
  const [first, ...others] = companyColumns(options.schema, links, options.tagNames).map(ofCompany);
  return [...(first === undefined ? [] : [first]), STATUS, PERSONAS, contactsColumn(onContacts), ...others];
}

function ofCompany({ cell, full, copy, ...column }: TableColumn<CompanyRow>): TableColumn<SegmentRow> {
  return {
    ...column,
    cell: (row, context) => cell(row.company, context),
    ...(full ? { full: (row: SegmentRow) => full(row.company) } : {}),
    ...(copy ? { copy: (row: SegmentRow) => copy(row.company) } : {}),
  };
}

const STATUS: TableColumn<SegmentRow> = {
  id: '__segmentStatus',
  header: 'Status',
  width: 110,
  cell: ({ status }) => (
    <span data-hint={statusHint(status)}>
      <StateBadge state={status.isActive ? 'live' : 'draft'}>{statusText(status)}</StateBadge>
    </span>
  ),
  copy: ({ status }) => statusText(status),
};

const PERSONAS: TableColumn<SegmentRow> = {
  id: 'matched_personas',
  header: 'Personas',
  description: 'The personas that include somebody at the company',
  width: 200,
  cell: ({ personas }, { showAll, width }) => (
    <CellValue type="Array" value={personas} hint={null} width={width} onShowAll={showAll} />
  ),
  full: ({ personas }) => <FullValue type="Array" value={personas} hint={null} />,
  copy: ({ personas }) => personas.join(', '),
};

function contactsColumn(onContacts: (row: SegmentRow) => void): TableColumn<SegmentRow> {
  return {
    id: 'contacts',
    header: 'Contacts',
    width: 100,
    cell: (row) => (
      <Hint label="Everybody found there">
        <ActionIcon
          size={26}
          tabIndex={-1}
          aria-label={`Contacts at ${row.company.name || row.company.__domain}`}
          onClick={() => onContacts(row)}
        >
          <IconUsers size={16} aria-hidden="true" />
        </ActionIcon>
      </Hint>
    ),
  };
}

function statusText({ isActive }: SegmentRow['status']): string {
  return isActive ? 'Included' : 'Removed';
}

function statusHint({ isActive, addedAt, removedAt }: SegmentRow['status']): string {
  const added = `Added ${formatDate(addedAt)}`;
  return isActive || removedAt === null ? added : `${added}, removed ${formatDate(removedAt)}`;
}
