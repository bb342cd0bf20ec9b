import { Button } from '@mantine/core';
import type { ApiKey } from '@quarry/contracts';
import { formatDate, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import classes from './api-keys.module.css';
import { SCOPE_LABELS } from './scope-labels.ts';

const KEY_WIDTH = 130;
const SCOPE_WIDTH = 150;
const LAST_USED_WIDTH = 150;
const EXPIRES_WIDTH = 150;
const CREATED_BY_WIDTH = 230;
const ACTIONS_WIDTH = 110;
const MIN_NAME_WIDTH = 200;

/** Columns for a table `width` pixels wide. */
export function apiKeyColumns(width: number, onRevoke: (apiKey: ApiKey) => void): TableColumn<ApiKey>[] {
  const fixedWidth = KEY_WIDTH + SCOPE_WIDTH + LAST_USED_WIDTH + EXPIRES_WIDTH + CREATED_BY_WIDTH + ACTIONS_WIDTH;
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(MIN_NAME_WIDTH, width - fixedWidth),
      isLocked: true,
      cell: (apiKey) => (
        <span className={classes.name} data-hint-overflow="">
          {apiKey.name}
        </span>
      ),
      copy: (apiKey) => apiKey.name,
    },
    {
      id: 'prefix',
      header: 'Key',
      width: KEY_WIDTH,
      cell: (apiKey) => <code>{apiKey.prefix}…</code>,
      copy: (apiKey) => apiKey.prefix,
    },
    {
      id: 'scope',
      header: 'Scope',
      width: SCOPE_WIDTH,
      cell: (apiKey) => SCOPE_LABELS[apiKey.scope],
      copy: (apiKey) => SCOPE_LABELS[apiKey.scope],
    },
    {
      id: 'lastUsedAt',
      header: 'Last used',
      width: LAST_USED_WIDTH,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className={list.muted}>Never</span> : relativeInstant(lastUsedAt),
      copy: (apiKey) => apiKey.lastUsedAt ?? '',
    },
    {
      id: 'expiresAt',
      header: 'Expires',
      width: EXPIRES_WIDTH,
      cell: ({ expiresAt, isExpired }) =>
        expiresAt === null ? (
          <span className={list.muted}>Never</span>
        ) : isExpired ? (
          <StateBadge state="failed" tooltip={`Since ${formatDate(expiresAt)}`}>
            Expired
          </StateBadge>
        ) : (
          formatDate(expiresAt)
        ),
      copy: (apiKey) => apiKey.expiresAt ?? '',
    },
    {
      id: 'createdBy',
      header: 'Created by',
      width: CREATED_BY_WIDTH,
      cell: (apiKey) => (
        <span data-hint={`On ${formatDate(apiKey.createdAt)}`} data-hint-overflow="">
          {apiKey.createdBy}
        </span>
      ),
      copy: (apiKey) => apiKey.createdBy,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (apiKey) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Revoke ${apiKey.name}`}
          onClick={() => onRevoke(apiKey)}
        >
          Revoke
        </Button>
      ),
    },
  ];
}
