import type { Tag } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatDate, formatNumber, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';
import { tagHash } from './explorer-link.ts';
import { TagActions } from './TagActions.tsx';
import { TagStateBadge } from './TagStateBadge.tsx';
import classes from './tags.module.css';

const COMPANIES_WIDTH = 120;
const MODIFIED_WIDTH = 140;
const ACTIONS_WIDTH = 264;
const MIN_NAME_WIDTH = 280;
const MIN_FILTERS_WIDTH = 260;

export interface TagColumnOptions {
  readonly clientName: string;
  /** The table's width in pixels; name and filters share what the other columns leave. */
  readonly width: number;
  /** A tag's filters in plain language. */
  readonly describe: (tag: Tag) => string;
  readonly onRename: (tag: Tag) => void;
  readonly onDelete: (tag: Tag) => void;
}

export function tagColumns(options: TagColumnOptions): TableColumn<Tag>[] {
  const { clientName, describe } = options;
  const remainingWidth = options.width - COMPANIES_WIDTH - MODIFIED_WIDTH - ACTIONS_WIDTH;
  const nameWidth = Math.max(MIN_NAME_WIDTH, Math.round(remainingWidth * 0.42));
  return [
    {
      id: 'name',
      header: 'Name',
      width: nameWidth,
      isLocked: true,
      cell: (tag) => (
        <span className={list.name}>
          <Link
            className={list.nameLink}
            to="/app/$clientName"
            params={{ clientName }}
            hash={tagHash(tag)}
            data-hint-overflow=""
          >
            {tag.name}
          </Link>
          <TagStateBadge tag={tag} />
        </span>
      ),
      copy: (tag) => tag.name,
    },
    {
      id: 'filters',
      header: 'Filters',
      width: Math.max(MIN_FILTERS_WIDTH, remainingWidth - nameWidth),
      cell: (tag) => (
        <span className={classes.filters} data-hint-overflow="">
          {describe(tag)}
        </span>
      ),
      full: describe,
      copy: describe,
    },
    {
      id: 'companies',
      header: 'Companies',
      description: 'Companies that carry the tag',
      width: COMPANIES_WIDTH,
      align: 'end',
      cell: ({ companyCount }) =>
        companyCount === null ? (
          <span className={list.muted} data-hint="Not counted yet">
            –
          </span>
        ) : (
          <span className={classes.count}>{formatNumber(companyCount)}</span>
        ),
      copy: ({ companyCount }) => (companyCount === null ? '' : String(companyCount)),
    },
    {
      id: 'lastModified',
      header: 'Last modified',
      description: 'When the name or the filters were last changed',
      width: MODIFIED_WIDTH,
      cell: ({ lastModifiedAt }) => (
        <time dateTime={lastModifiedAt} data-hint={relativeInstant(lastModifiedAt)}>
          {formatDate(lastModifiedAt)}
        </time>
      ),
      copy: ({ lastModifiedAt }) => lastModifiedAt,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (tag) => (
        <TagActions tag={tag} clientName={clientName} onRename={options.onRename} onDelete={options.onDelete} />
      ),
    },
  ];
}
