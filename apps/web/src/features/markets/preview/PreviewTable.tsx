import { Box } from '@mantine/core';
import { MARKET_PREVIEW_ROWS, type MarketPreviewPart } from '@quarry/contracts';
import { type ReactNode, useMemo } from 'react';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { ROW_HEIGHT } from '../../../ui/table/scroll-window.ts';
import classes from './preview.module.css';
import { type PreviewActions, placeholderColumns, previewColumns } from './preview-columns.tsx';
import { companyOf, type PreviewRow } from './preview-company.ts';

const PLACEHOLDERS = placeholderColumns();
const NO_ROWS: readonly PreviewRow[] = [];
/** The header and the horizontal scroll bar. */
const FRAME_HEIGHT = 37 + 16;
const EMPTY_HEIGHT = 280;

/** The best companies of a preview, or skeleton rows while it runs. */
export function PreviewTable(
  props: PreviewActions & {
    label: string;
    /** Null before the first preview. */
    part: MarketPreviewPart | null;
    /** The first preview runs. */
    isLoading: boolean;
    /** A newer preview runs; the rows stay until it is there. */
    isRefreshing?: boolean;
    /** The company whose explanation is open. */
    explainedId: string | null;
    empty: ReactNode;
  },
) {
  const { part, isLoading, onExplain, onDeepPreview } = props;
  const columns = useMemo(
    () => (part === null ? PLACEHOLDERS : previewColumns(part.schema, { onExplain, onDeepPreview })),
    [part, onExplain, onDeepPreview],
  );
  const rows = part?.previewData ?? NO_ROWS;
  const height = isLoading
    ? MARKET_PREVIEW_ROWS * ROW_HEIGHT
    : rows.length === 0
      ? EMPTY_HEIGHT
      : rows.length * ROW_HEIGHT;
  return (
    <Box className={classes.table} __vars={{ '--table-height': `${height + FRAME_HEIGHT}px` }}>
      <DataTable
        label={props.label}
        columns={columns}
        rows={isLoading ? NO_ROWS : rows}
        rowKey={idOf}
        rowLabel={nameOf}
        isLoading={isLoading}
        isRefreshing={props.isRefreshing === true && !isLoading}
        skeletonRows={MARKET_PREVIEW_ROWS}
        {...(onExplain ? { onOpenRow: (row: PreviewRow) => onExplain(idOf(row)) } : {})}
        openRowKey={props.explainedId}
        empty={props.empty}
      />
    </Box>
  );
}

function idOf(row: PreviewRow): string {
  return companyOf(row).companyId;
}

function nameOf(row: PreviewRow): string {
  return companyOf(row).name;
}
