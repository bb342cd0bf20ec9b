import type { CreditEntry } from '@quarry/contracts';
import { formatInstant, formatNumber, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';
import { KIND_LABELS, referenceText, TYPE_LABELS } from './credit-words.ts';
import classes from './credits.module.css';

const OTHERS_WIDTH = 170 + 180 + 100 + 110 + 110 + 220;
const MIN_REFERENCE_WIDTH = 320;

/** The columns for a table of this width in pixels; the reference takes what the others leave. */
export function creditColumns(width: number): TableColumn<CreditEntry>[] {
  return [
    {
      id: 'createdAt',
      header: 'Time',
      width: 170,
      isLocked: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} data-hint={relativeInstant(createdAt)}>
          {formatInstant(createdAt)}
        </time>
      ),
      copy: ({ createdAt }) => createdAt,
    },
    {
      id: 'creditType',
      header: 'Credit',
      width: 180,
      cell: ({ creditType }) => TYPE_LABELS[creditType],
      copy: ({ creditType }) => TYPE_LABELS[creditType],
    },
    {
      id: 'kind',
      header: 'Change',
      width: 100,
      cell: ({ kind }) => KIND_LABELS[kind],
      copy: ({ kind }) => KIND_LABELS[kind],
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 110,
      align: 'end',
      cell: ({ amount }) => (
        <span className={amount > 0 ? classes.added : undefined}>
          {amount > 0 ? '+' : ''}
          {formatNumber(amount)}
        </span>
      ),
      copy: ({ amount }) => String(amount),
    },
    {
      id: 'balanceAfter',
      header: 'Balance',
      description: 'The balance after the change',
      width: 110,
      align: 'end',
      cell: ({ balanceAfter }) =>
        balanceAfter === null ? (
          <span data-hint="This kind of credit was turned off">–</span>
        ) : (
          formatNumber(balanceAfter)
        ),
      copy: ({ balanceAfter }) => String(balanceAfter ?? ''),
    },
    {
      id: 'reference',
      header: 'Reason and reference',
      width: Math.max(MIN_REFERENCE_WIDTH, width - OTHERS_WIDTH),
      cell: ({ reference }) => (
        <span className={classes.reference} data-hint-overflow="">
          {referenceText(reference) || <span className={list.muted}>–</span>}
        </span>
      ),
      full: ({ reference }) => referenceText(reference),
      copy: ({ reference }) => referenceText(reference),
    },
    {
      id: 'actor',
      header: 'By',
      width: 220,
      cell: ({ actor }) => <span data-hint-overflow="">{actor}</span>,
      copy: ({ actor }) => actor,
    },
  ];
}
