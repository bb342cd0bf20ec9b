import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatPercentage } from '../../lib/format.ts';
import { FIELD_TYPE_ICONS, FIELD_TYPE_LABELS } from '../../ui/cells/field-types.ts';
import { ShareTrack } from '../../ui/ShareTrack.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { coverageSentence, coverageText } from './coverage.ts';
import classes from './data-directory.module.css';
import type { DirectoryRow } from './directory-rows.ts';
import type { DirectorySearch } from './directory-search.ts';
import { sourceText } from './field-source.ts';

const FIELD_WIDTH = 160;
const TYPE_WIDTH = 110;
const SOURCE_WIDTH = 190;
const COVERAGE_WIDTH = 160;
const ACTIONS_WIDTH = 120;
const MIN_NAME_WIDTH = 220;
const MIN_DESCRIPTION_WIDTH = 200;

export interface DirectoryColumnOptions {
  /** The records' plural: `companies`. */
  readonly noun: string;
  /** The table's width in pixels; name and description share what the other columns leave. */
  readonly width: number;
  readonly clientName: string;
  /** The URL search that opens a data point; null if it cannot be opened. */
  readonly searchOf: (row: DirectoryRow) => DirectorySearch | null;
  /** Why some data points have no coverage; null while it loads. */
  readonly unknownReason: string | null;
  /** Explains pending data points. */
  readonly pendingHint: string;
  /** Removes a pending data point; null if there are none or the user may not. */
  readonly onRemove: ((field: SchemaField) => void) | null;
  /** The name of the field being removed. */
  readonly removing: string | null;
}

export function directoryColumns(options: DirectoryColumnOptions): TableColumn<DirectoryRow>[] {
  const { onRemove } = options;
  const fixedWidth = FIELD_WIDTH + TYPE_WIDTH + SOURCE_WIDTH + COVERAGE_WIDTH + (onRemove ? ACTIONS_WIDTH : 0);
  const nameWidth = Math.max(MIN_NAME_WIDTH, Math.round((options.width - fixedWidth) * 0.38));
  const columns: TableColumn<DirectoryRow>[] = [
    {
      id: 'name',
      header: 'Name',
      width: nameWidth,
      isLocked: true,
      isSortable: true,
      cell: (row) => <NameCell row={row} options={options} />,
      full: ({ field }) => field.displayName,
      copy: ({ field }) => field.displayName,
    },
    {
      id: 'fieldName',
      header: 'Field name',
      description: 'The name of the column in the API and in integrations',
      width: FIELD_WIDTH,
      isSortable: true,
      cell: ({ field }) => (
        <span className={`${classes.text} ${classes.muted}`} data-hint-overflow="">
          {field.fieldName}
        </span>
      ),
      copy: ({ field }) => field.fieldName,
    },
    {
      id: 'description',
      header: 'Description',
      width: Math.max(MIN_DESCRIPTION_WIDTH, options.width - fixedWidth - nameWidth),
      cell: ({ field }) => (
        <span className={classes.text} data-hint-overflow="">
          {field.description}
        </span>
      ),
      full: ({ field }) => field.description,
      copy: ({ field }) => field.description,
    },
    {
      id: 'type',
      header: 'Type',
      width: TYPE_WIDTH,
      isSortable: true,
      cell: ({ field }) => <span data-hint={FIELD_TYPE_LABELS[field.type]}>{field.type}</span>,
      copy: ({ field }) => field.type,
    },
    {
      id: 'source',
      header: 'Source',
      description: 'The data block and its configuration, or the other source of the column',
      width: SOURCE_WIDTH,
      isSortable: true,
      cell: ({ source }) => (
        <span className={classes.text} data-hint-overflow="">
          {sourceText(source)}
        </span>
      ),
      copy: ({ source }) => sourceText(source),
    },
    {
      id: 'coverage',
      header: 'Coverage',
      description: `The share of ${options.noun} that have a value`,
      width: COVERAGE_WIDTH,
      isSortable: true,
      firstDirection: 'desc',
      cell: (row) => <CoverageCell row={row} options={options} />,
      full: ({ coverage, isPending }) => {
        if (coverage !== null) return coverageSentence(coverage, options.noun);
        return isPending ? options.pendingHint : options.unknownReason;
      },
      copy: ({ coverage }) => (coverage ? formatPercentage(coverage.filled / coverage.records) : ''),
    },
  ];
  if (!onRemove) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: ({ field, isPending }) =>
        isPending && (
          <Button
            size="compact-sm"
            variant="default"
            loading={options.removing === field.fieldName}
            aria-label={`Remove ${field.displayName}`}
            onClick={() => onRemove(field)}
          >
            Remove
          </Button>
        ),
    },
  ];
}

function NameCell({ row, options }: { row: DirectoryRow; options: DirectoryColumnOptions }) {
  const { field } = row;
  const TypeIcon = FIELD_TYPE_ICONS[field.type];
  const search = options.searchOf(row);
  return (
    <span className={classes.name}>
      <TypeIcon size={16} className={classes.icon} aria-hidden="true" />
      {search === null ? (
        <span className={classes.nameText} data-hint-overflow="">
          {field.displayName}
        </span>
      ) : (
        <Link
          className={`${classes.nameText} ${classes.nameLink}`}
          to="/app/$clientName/data-directory"
          params={{ clientName: options.clientName }}
          search={search}
          tabIndex={-1}
          data-hint-overflow=""
        >
          {field.displayName}
        </Link>
      )}
    </span>
  );
}

function CoverageCell({ row, options }: { row: DirectoryRow; options: DirectoryColumnOptions }) {
  const { coverage, isPending } = row;
  if (isPending) {
    return (
      <StateBadge state="pending" tooltip={options.pendingHint}>
        On its way
      </StateBadge>
    );
  }
  if (coverage === null) {
    if (options.unknownReason === null) return <Skeleton height={8} width="70%" />;
    return (
      <span className={classes.muted} data-hint={options.unknownReason}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{options.unknownReason}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={classes.coverage} data-hint={coverageSentence(coverage, options.noun)}>
      <ShareTrack share={coverage.filled / coverage.records} />
      <span className={classes.percent}>{coverageText(coverage)}</span>
      <VisuallyHidden>, {coverageSentence(coverage, options.noun)}</VisuallyHidden>
    </span>
  );
}
