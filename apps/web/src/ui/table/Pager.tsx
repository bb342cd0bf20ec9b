import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';

/** Pages below a table: place in the whole, numbers three pages either side, jump, rows per page. */
export function Pager(props: {
  /** 0-based. */
  pageIndex: number;
  pageSize: number;
  /** All rows; null while they are being counted. */
  total: number | null;
  /** Rows on this page. */
  shown: number;
  onPage: (pageIndex: number) => void;
  pageSizes?: readonly number[];
  onPageSize?: (pageSize: number) => void;
  /** Rows that paging reaches at most. */
  reach?: number;
  noun?: string;
  /** Name of the pager, where a page has more than one. */
  label?: string;
}) {
  const { pageIndex, pageSize, total, shown, onPage, onPageSize, pageSizes = [25, 50, 100] } = props;
  const reachable = total === null ? null : Math.min(total, props.reach ?? total);
  const pageCount = reachable === null ? pageIndex + 1 : Math.max(1, Math.ceil(reachable / pageSize));
  // An address may ask for a size that is not offered: it is shown all the same.
  const sizes = pageSizes.includes(pageSize) ? pageSizes : [...pageSizes, pageSize].sort((one, other) => one - other);
  const first = shown === 0 ? 0 : pageIndex * pageSize + 1;
  return (
    <nav aria-label={props.label ?? 'Pages'} className={classes.root}>
      <Group className={classes.pager} gap="sm" justify="space-between" wrap="wrap">
        <Text size="sm" c="dimmed" aria-live="polite">
          {formatNumber(first)}–{formatNumber(pageIndex * pageSize + shown)} of{' '}
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
                aria-label={`Page ${item + 1}`}
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
