import { Modal, Skeleton, Table } from '@mantine/core';
import { type DataBlockConfig, DEEP_PREVIEW_PAGE_SIZE, type DeepPreviewColumn } from '@quarry/contracts';
import { IconTableOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isNumericType } from '../../../ui/cells/cell-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { blockNameText } from '../../datasets/fields.ts';
import { DeepPreviewCell } from './DeepPreviewCell.tsx';
import { deepPreviewQuery } from './deep-preview-query.ts';
import classes from './preview.module.css';
import type { DeepPreviewTarget } from './preview-columns.tsx';
import type { PreviewRow } from './preview-company.ts';
import { ReviewDialog } from './ReviewDialog.tsx';

const BODY_HEIGHT = 600;

/** The rows behind a data point of one company, ten per page. */
export default function DeepPreview(props: {
  clientName: string;
  target: DeepPreviewTarget;
  /** The configurations the preview used. */
  configs: readonly DataBlockConfig[];
  onClose: () => void;
}) {
  const { clientName, configs } = props;
  const { field, company } = props.target;
  useReturnFocus();
  const [pageIndex, setPageIndex] = useState(0);
  const [review, setReview] = useState<PreviewRow | null>(null);
  const query = useQuery(deepPreviewQuery({ clientName, companyId: company.companyId, field, configs, pageIndex }));
  const columns = (field.deepPreviewSchema ?? []).filter(({ isHidden }) => !isHidden);
  const { data } = query;
  const title = `Previewing ${blockNameText(field.dataBlockName)} for ${company.name}`;
  return (
    <>
      <Modal
        opened
        onClose={props.onClose}
        title={title}
        size={960}
        centered
        // While a review is open, Escape closes only the review.
        closeOnEscape={review === null}
      >
        <div
          className={classes.deepBody}
          style={{ maxHeight: BODY_HEIGHT }}
          role="region"
          aria-label="Rows"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
          tabIndex={0}
        >
          {query.error && data === undefined ? (
            <ErrorState
              error={query.error}
              title="Failed to generate deep preview"
              onRetry={() => void query.refetch()}
            />
          ) : data?.count === 0 ? (
            <EmptyState title="No rows" icon={<IconTableOff size={28} aria-hidden="true" />}>
              {company.name} no longer has rows that match this data point.
            </EmptyState>
          ) : (
            <DeepPreviewRows
              label={title}
              columns={columns}
              rows={data?.items ?? null}
              isStale={query.isPlaceholderData}
              onReview={setReview}
            />
          )}
        </div>
        {data !== undefined && (
          <Pager
            pageIndex={pageIndex}
            pageSize={DEEP_PREVIEW_PAGE_SIZE}
            total={data.count}
            rowCount={data.items.length}
            noun={data.count === 1 ? 'row' : 'rows'}
            label="Pages of rows"
            onPage={setPageIndex}
          />
        )}
      </Modal>
      {review && <ReviewDialog review={review} onClose={() => setReview(null)} />}
    </>
  );
}

function DeepPreviewRows(props: {
  label: string;
  columns: readonly DeepPreviewColumn[];
  /** Null while the first page is fetched. */
  rows: readonly PreviewRow[] | null;
  isStale: boolean;
  onReview: (row: PreviewRow) => void;
}) {
  const { columns, rows } = props;
  return (
    <Table
      aria-label={props.label}
      aria-busy={rows === null || props.isStale}
      verticalSpacing={6}
      stickyHeader
      className={classes.deepTable}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ fieldName, displayName, description, type }) => (
            <Table.Th key={fieldName} title={description} ta={isNumericType(type) ? 'end' : 'start'}>
              {displayName}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows === null
          ? Array.from({ length: DEEP_PREVIEW_PAGE_SIZE }, (_, row) => (
              <Table.Tr key={row}>
                {columns.map(({ fieldName }, at) => (
                  <Table.Td key={fieldName}>
                    <Skeleton height={10} my={5} width={`${80 - ((row + at) % 4) * 12}%`} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))
          : rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id and are only replaced as a whole
              <Table.Tr key={at}>
                {columns.map((column) => (
                  <Table.Td key={column.fieldName} ta={isNumericType(column.type) ? 'end' : 'start'}>
                    <DeepPreviewCell column={column} row={row} onReview={props.onReview} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
      </Table.Tbody>
    </Table>
  );
}
