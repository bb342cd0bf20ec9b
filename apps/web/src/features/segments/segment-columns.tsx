import type { Segment } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatDate, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';
import { PersonaErrors } from './personas/PersonaErrors.tsx';
import { RecentChange } from './RecentChange.tsx';
import { SegmentActions } from './SegmentActions.tsx';
import { SegmentBadges } from './SegmentBadges.tsx';

const COUNT_WIDTH = 150;
const CREATED_WIDTH = 140;
const ACTIONS_WIDTH = 190;
const MIN_NAME_WIDTH = 320;

export interface SegmentColumnOptions {
  readonly clientName: string;
  /** The table's width in pixels; the name takes what the other columns leave. */
  readonly width: number;
  readonly onDelete: (segment: Segment) => void;
}

export function segmentColumns({ clientName, width, onDelete }: SegmentColumnOptions): TableColumn<Segment>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(MIN_NAME_WIDTH, width - 2 * COUNT_WIDTH - CREATED_WIDTH - ACTIONS_WIDTH),
      isLocked: true,
      cell: (segment) => (
        <span className={list.name}>
          <Link
            className={list.nameLink}
            to="/app/$clientName/segments/view/$segmentId"
            params={{ clientName, segmentId: segment.id }}
            search={{}}
            data-hint-overflow=""
          >
            {segment.name}
          </Link>
          <SegmentBadges segment={segment} />
          <PersonaErrors personas={segment.segmentPersonas} />
        </span>
      ),
      copy: (segment) => segment.name,
    },
    {
      id: 'companies',
      header: 'Companies',
      description: 'Companies in the segment now',
      width: COUNT_WIDTH,
      align: 'end',
      cell: (segment) => (
        <RecentChange
          size={segment.sizeCompanies}
          added={segment.sizeCompaniesAddedRecently}
          removed={segment.sizeCompaniesRemovedRecently}
          one="company"
          many="companies"
        />
      ),
      copy: (segment) => String(segment.sizeCompanies),
    },
    {
      id: 'contacts',
      header: 'Contacts',
      description: 'People whom some persona of the segment includes now',
      width: COUNT_WIDTH,
      align: 'end',
      cell: (segment) => (
        <RecentChange
          size={segment.sizeContacts}
          added={segment.sizeContactsAddedRecently}
          removed={segment.sizeContactsRemovedRecently}
          one="contact"
          many="contacts"
        />
      ),
      copy: (segment) => String(segment.sizeContacts),
    },
    {
      id: 'createdAt',
      header: 'Created',
      width: CREATED_WIDTH,
      cell: (segment) => (
        <time dateTime={segment.createdAt} data-hint={createdHint(segment)}>
          {formatDate(segment.createdAt)}
        </time>
      ),
      copy: (segment) => segment.createdAt,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (segment) => <SegmentActions segment={segment} clientName={clientName} onDelete={onDelete} />,
    },
  ];
}

function createdHint({ createdAt, createdBy }: Segment): string {
  const when = relativeInstant(createdAt);
  return createdBy === null ? when : `${when} by ${createdBy}`;
}
