import { Button, Group } from '@mantine/core';
import type { listCoverageAnalyses, OutputOf } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatInstant } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import listClasses from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';

export type CoverageRow = OutputOf<typeof listCoverageAnalyses>['coverageAnalyses'][number];

const FIXED = 700;

/** `onDelete` is null for those who may not delete. */
export function coverageColumns(
  width: number,
  onDelete: ((row: CoverageRow) => void) | null,
): TableColumn<CoverageRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(220, width - FIXED),
      isLocked: true,
      cell: ({ id, name }) => (
        <Link to="/admin/coverage-analysis/$id" params={{ id }} className={listClasses.nameLink}>
          {name}
        </Link>
      ),
      copy: ({ name }) => name,
    },
    {
      id: 'client',
      header: 'Client',
      width: 180,
      cell: ({ clientName }) => (
        <Link to="/admin/clients/$name" params={{ name: clientName }}>
          {clientName}
        </Link>
      ),
      copy: ({ clientName }) => clientName,
    },
    { id: 'updated', header: 'Last saved', width: 170, cell: ({ updatedAt }) => formatInstant(updatedAt) },
    { id: 'created', header: 'Created', width: 170, cell: ({ createdAt }) => formatInstant(createdAt) },
    {
      id: 'actions',
      header: 'Actions',
      width: 160,
      cell: (row) => (
        <Group gap={4} wrap="nowrap">
          <ButtonLink
            to="/admin/coverage-analysis/$id"
            params={{ id: row.id }}
            size="compact-xs"
            variant="default"
            aria-label={`Open ${row.name}`}
          >
            Open
          </ButtonLink>
          {onDelete === null ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Delete ${row.name}`}
              onClick={() => onDelete(row)}
            >
              Delete
            </Button>
          )}
        </Group>
      ),
    },
  ];
}
