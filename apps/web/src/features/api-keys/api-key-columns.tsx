import { Button } from '@mantine/core';
import type { ApiKey } from '@quarry/contracts';
import { formatDate, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import classes from './api-keys.module.css';
import { SCOPE_WORDS } from './scope-words.ts';

const KEY_WIDTH = 130;
const SCOPE_WIDTH = 150;
const USED_WIDTH = 150;
const EXPIRES_WIDTH = 150;
const MAKER_WIDTH = 230;
const ACTIONS_WIDTH = 110;
const MIN_NAME_WIDTH = 200;

/** The columns of the API keys in a table so many pixels wide. */
export function apiKeyColumns(width: number, onRevoke: (apiKey: ApiKey) => void): TableColumn<ApiKey>[] {
  const others = KEY_WIDTH + SCOPE_WIDTH + USED_WIDTH + EXPIRES_WIDTH + MAKER_WIDTH + ACTIONS_WIDTH;
  return [
    {
      id: 'name',
      header: 'NAME',
      width: Math.max(MIN_NAME_WIDTH, width - others),
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
      header: 'KEY',
      width: KEY_WIDTH,
      cell: (apiKey) => <code>{apiKey.prefix}…</code>,
      copy: (apiKey) => apiKey.prefix,
    },
    {
      id: 'scope',
      header: 'SCOPE',
      width: SCOPE_WIDTH,
      cell: (apiKey) => SCOPE_WORDS[apiKey.scope],
      copy: (apiKey) => SCOPE_WORDS[apiKey.scope],
    },
    {
      id: 'lastUsedAt',
      header: 'LAST USE',
      width: USED_WIDTH,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className={list.muted}>Never</span> : relativeInstant(lastUsedAt),
      copy: (apiKey) => apiKey.lastUsedAt ?? '',
    },
    {
      id: 'expiresAt',
      header: 'EXPIRES',
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
      header: 'CREATED BY',
      width: MAKER_WIDTH,
      cell: (apiKey) => (
        <span data-hint={`On ${formatDate(apiKey.createdAt)}`} data-hint-overflow="">
          {apiKey.createdBy}
        </span>
      ),
      copy: (apiKey) => apiKey.createdBy,
    },
    {
      id: 'actions',
      header: 'ACTIONS',
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
