import { MARKET_PREVIEW_ROWS, type MarketPreviewPart } from '@quarry/contracts';
import { IconFilter, IconFilterSearch, IconTelescope } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { ROW_HEIGHT } from '../../../ui/table/scroll-window.ts';
import { companiesText } from './counts-sentence.ts';
import classes from './preview.module.css';
import { type PreviewActions, placeholderColumns, previewColumns } from './preview-columns.tsx';
import { companyOf, type PreviewRow } from './preview-company.ts';

const PLACEHOLDERS = placeholderColumns();
const NO_ROWS: readonly PreviewRow[] = [];
/** The header and the scroll bar below the rows. */
const FRAME_HEIGHT = 37 + 16;
/** Room for the words that stand where there are no rows. */
const EMPTY_HEIGHT = 280;

/** The companies of one tab of a preview: the best of them, or grey rows while they are looked for. */
export function PreviewTable(
  props: PreviewActions & {
    label: string;
    /** Null while there is no preview. */
    part: MarketPreviewPart | null;
    isLoading: boolean;
    hasCriteria: boolean;
    /** Companies that match but are not listed under this tab. */
    elsewhere: number;
    /** The company that is being explained beside the table. */
    explainedId: string | null;
    /** The button that makes a preview. */
    action: ReactNode;
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
    <div className={classes.table} style={{ height: height + FRAME_HEIGHT }}>
      <DataTable
        label={props.label}
        columns={columns}
        rows={isLoading ? NO_ROWS : rows}
        rowKey={idOf}
        rowLabel={nameOf}
        isLoading={isLoading}
        skeletonRows={MARKET_PREVIEW_ROWS}
        onOpenRow={(row) => onExplain(idOf(row))}
        openRowKey={props.explainedId}
        empty={
          <NoRows
            hasCriteria={props.hasCriteria}
            hasPreview={part !== null}
            elsewhere={props.elsewhere}
            action={props.action}
          />
        }
      />
    </div>
  );
}

function NoRows(props: { hasCriteria: boolean; hasPreview: boolean; elsewhere: number; action: ReactNode }) {
  if (!props.hasCriteria) {
    return (
      <EmptyState title="No filters provided" icon={<IconFilter size={28} aria-hidden="true" />}>
        Add conditions to the market definition to see which companies match.
      </EmptyState>
    );
  }
  if (!props.hasPreview) {
    return (
      <EmptyState title="No preview yet" icon={<IconTelescope size={28} aria-hidden="true" />} action={props.action}>
        A preview shows the best companies of this market and how many there are.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No companies match your market definition"
      icon={<IconFilterSearch size={28} aria-hidden="true" />}
    >
      {props.elsewhere > 0
        ? `Nothing is net new: ${companiesText(props.elsewhere)} of this market ${props.elsewhere === 1 ? 'is' : 'are'} in your dataset already.`
        : 'The number beside each condition shows how many companies there would be without it.'}
    </EmptyState>
  );
}

function idOf(row: PreviewRow): string {
  return companyOf(row).companyId;
}

function nameOf(row: PreviewRow): string {
  return companyOf(row).name;
}
