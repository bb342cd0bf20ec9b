import { Button } from '@mantine/core';
import type { Suppression, SuppressionKind } from '@quarry/contracts';
import { formatInstant, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';

const KIND_WIDTH = 120;
const NOTE_WIDTH = 260;
const ADDED_BY_WIDTH = 230;
const ADDED_AT_WIDTH = 140;
const ACTIONS_WIDTH = 120;
const MIN_VALUE_WIDTH = 260;

const KIND_LABELS: Readonly<Record<SuppressionKind, string>> = { EMAIL: 'Email', PERSON: 'Profile', DOMAIN: 'Domain' };

/** Columns for a table `width` pixels wide; without `onRemove`, entries cannot be removed. */
export function suppressionColumns(
  width: number,
  onRemove: ((entry: Suppression) => void) | null,
): TableColumn<Suppression>[] {
  const fixed = KIND_WIDTH + NOTE_WIDTH + ADDED_BY_WIDTH + ADDED_AT_WIDTH + (onRemove === null ? 0 : ACTIONS_WIDTH);
  const columns: TableColumn<Suppression>[] = [
    {
      id: 'value',
      header: 'Person or domain',
      width: Math.max(MIN_VALUE_WIDTH, width - fixed),
      isLocked: true,
      cell: ({ value }) => <span data-hint-overflow="">{value}</span>,
      copy: ({ value }) => value,
    },
    {
      id: 'kind',
      header: 'Kind',
      width: KIND_WIDTH,
      cell: ({ kind }) => KIND_LABELS[kind],
      copy: ({ kind }) => KIND_LABELS[kind],
    },
    {
      id: 'note',
      header: 'Note',
      width: NOTE_WIDTH,
      cell: ({ note }) =>
        note === null ? <span className={list.muted}>–</span> : <span data-hint-overflow="">{note}</span>,
      copy: ({ note }) => note ?? '',
    },
    {
      id: 'createdBy',
      header: 'Added by',
      width: ADDED_BY_WIDTH,
      cell: ({ createdBy }) =>
        createdBy === null ? (
          <span className={list.muted}>A former user</span>
        ) : (
          <span data-hint-overflow="">{createdBy}</span>
        ),
      copy: ({ createdBy }) => createdBy ?? '',
    },
    {
      id: 'createdAt',
      header: 'Added',
      width: ADDED_AT_WIDTH,
      cell: ({ createdAt }) => <span data-hint={formatInstant(createdAt)}>{relativeInstant(createdAt)}</span>,
      copy: ({ createdAt }) => createdAt,
    },
  ];
  if (onRemove !== null) {
    columns.push({
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (entry) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Remove ${entry.value}`}
          onClick={() => onRemove(entry)}
        >
          Remove
        </Button>
      ),
    });
  }
  return columns;
}
