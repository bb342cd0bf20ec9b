import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';

/**
 * The pager below a table: current range, page numbers, jump, rows per page. Everywhere, rows that fit on one page have
 * none, unless it also chooses how many rows a page has.
 */
export function Pager(props: {
  /** 0-based. */
  pageIndex: number;
  pageSize: number;
  /** Rows on all pages; null while they are being counted. */
  total: number | null;
  /** Rows on this page. */
  rowCount: number;
  onPage: (pageIndex: number) => void;
  pageSizes?: readonly number[];
  onPageSize?: (pageSize: number) => void;
  /** The most rows that paging can reach. */
  reach?: number;
  noun?: string;
  /** The pager's accessible name, if the page has several. */
  label?: string;
}) {
  const { pageIndex, pageSize, total, rowCount, onPage, onPageSize, pageSizes = [25, 50, 100] } = props;
  if (pageIndex === 0 && (total ?? rowCount) <= pageSize && onPageSize === undefined) return null;
  const reachable = total === null ? null : Math.min(total, props.reach ?? total);
  const pageCount = reachable === null ? pageIndex + 1 : Math.max(1, Math.ceil(reachable / pageSize));
  // The URL may contain a size that is not offered; show it anyway.
  const sizes = pageSizes.includes(pageSize) ? pageSizes : [...pageSizes, pageSize].sort((one, other) => one - other);
  const first = rowCount === 0 ? 0 : pageIndex * pageSize + 1;
  return (
    <nav aria-label={props.label ?? 'Pages'} className={classes.root}>
      <Group className={classes.pager} gap="sm" justify="space-between" wrap="wrap">
        <Text size="sm" c="dimmed" aria-live="polite">
          {formatNumber(first)}–{formatNumber(pageIndex * pageSize + rowCount)} of{' '}
          {total === null ? '…' : formatNumber(total)}
          {props.noun ? ` ${props.noun}` : ''}
        </Text>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Previous page"
            disabled={pageIndex === 0}
            onClick={() => onPage(pageIndex - 1)}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </ActionIcon>
          {pageNumbers(pageIndex, pageCount).map((item, at) =>
            item === 'gap' ? (
              <span key={`gap-${at}`} className={classes.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <Button
                key={item}
                size="compact-sm"
                variant={item === pageIndex ? 'light' : 'subtle'}
                color={item === pageIndex ? undefined : 'gray'}
                className={classes.page}
                aria-label={`Page ${formatNumber(item + 1)}`}
                aria-current={item === pageIndex ? 'page' : undefined}
                onClick={() => onPage(item)}
              >
                {formatNumber(item + 1)}
              </Button>
            ),
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Next page"
            disabled={pageIndex >= pageCount - 1}
            onClick={() => onPage(pageIndex + 1)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
        <Group gap="sm" wrap="nowrap">
          {pageCount > 7 && <Jump pageIndex={pageIndex} pageCount={pageCount} onPage={onPage} />}
          {onPageSize && (
            <NativeSelect
              size="xs"
              w={122}
              aria-label="Rows per page"
              value={String(pageSize)}
              data={sizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
              onChange={(event) => onPageSize(Number(event.currentTarget.value))}
            />
          )}
        </Group>
      </Group>
    </nav>
  );
}

function Jump(props: { pageIndex: number; pageCount: number; onPage: (pageIndex: number) => void }) {
  const [draft, setDraft] = useState('');
  const go = () => {
    const page = Number.parseInt(draft.replaceAll(/[,.\s]/g, ''), 10);
    setDraft('');
    if (Number.isNaN(page)) return;
    props.onPage(Math.max(1, Math.min(page, props.pageCount)) - 1);
  };
  return (
    <Group gap={6} wrap="nowrap" className={classes.jump}>
      <Text size="sm" c="dimmed" aria-hidden="true">
        Go to
      </Text>
      <TextInput
        size="xs"
        w={76}
        inputMode="numeric"
        aria-label="Go to page"
        placeholder={formatNumber(props.pageIndex + 1)}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
        onBlur={go}
      />
    </Group>
  );
}
