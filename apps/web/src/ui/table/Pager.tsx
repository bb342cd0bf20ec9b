import { ActionIcon, Button, Group, NumberInput, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { pageNumbers } from './page-numbers.ts';
import classes from './pager.module.css';

const number = new Intl.NumberFormat('en-US');

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
}) {
  const { pageIndex, pageSize, total, shown, onPage, onPageSize, pageSizes = [25, 50, 100] } = props;
  const reachable = total === null ? null : Math.min(total, props.reach ?? total);
  const pageCount = reachable === null ? pageIndex + 1 : Math.max(1, Math.ceil(reachable / pageSize));
  const first = shown === 0 ? 0 : pageIndex * pageSize + 1;
  return (
    <Group component="nav" aria-label="Pages" className={classes.pager} gap="sm" justify="space-between" wrap="wrap">
      <Text size="sm" c="dimmed" aria-live="polite">
        {number.format(first)}–{number.format(pageIndex * pageSize + shown)} of{' '}
        {total === null ? '…' : number.format(total)}
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place only
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
              {number.format(item + 1)}
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
          <Select
            size="xs"
            w={122}
            aria-label="Rows per page"
            allowDeselect={false}
            value={String(pageSize)}
            data={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
            onChange={(value) => value && onPageSize(Number(value))}
            comboboxProps={{ position: 'top' }}
          />
        )}
      </Group>
    </Group>
  );
}

function Jump(props: { pageIndex: number; pageCount: number; onPage: (pageIndex: number) => void }) {
  const [draft, setDraft] = useState<string | number>('');
  useEffect(() => {
    if (props.pageIndex >= 0) setDraft('');
  }, [props.pageIndex]);
  const go = () => {
    const page = Math.round(Number(draft));
    if (draft === '' || !Number.isFinite(page)) return;
    props.onPage(Math.max(1, Math.min(page, props.pageCount)) - 1);
  };
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" c="dimmed" aria-hidden="true">
        Go to
      </Text>
      <NumberInput
        size="xs"
        w={76}
        hideControls
        min={1}
        max={props.pageCount}
        allowDecimal={false}
        aria-label="Go to page"
        placeholder={number.format(props.pageIndex + 1)}
        value={draft}
        onChange={setDraft}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
        onBlur={go}
      />
    </Group>
  );
}
