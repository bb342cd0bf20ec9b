import { Loader, Text, Title, VisuallyHidden } from '@mantine/core';
import { type CompanyRow, type SchemaField, SEGMENT_PREVIEW_ROWS } from '@quarry/contracts';
import { useMemo } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { companyColumns } from '../../companies/company-columns.tsx';
import type { TagNames } from '../../datasets/tag-names.ts';
import classes from './editor.module.css';
import { NO_MATCHES } from './save-rules.ts';
import type { SegmentPreviewState } from './use-segment-preview.ts';

const NO_ROWS: readonly CompanyRow[] = [];

/** The number of companies that a segment would have, and the first of them. */
export function SegmentPreview(props: {
  clientName: string;
  preview: SegmentPreviewState;
  schema: readonly SchemaField[];
  tagNames: TagNames;
}) {
  const { clientName, preview, schema, tagNames } = props;
  const columns = useMemo(() => {
    const hrefOf = (companyId: string) => `/app/${clientName}#company=${companyId}`;
    return companyColumns(
      schema,
      { hrefOf, onOpen: (id) => window.open(hrefOf(id), '_blank', 'noopener') },
      tagNames,
    ).map((column) => ({ ...column, isSortable: false }));
  }, [clientName, schema, tagNames]);
  const { result, isWaiting, error, problem } = preview;
  const count = problem === null ? result?.count : undefined;
  return (
    <section className={classes.preview} aria-labelledby="segment-preview" data-tour="segment-preview">
      <div className={classes.previewHead}>
        <Title order={2} id="segment-preview" size="h3">
          Matching companies
        </Title>
        <div className={classes.figure} data-stale={isWaiting || undefined}>
          {count === undefined ? '–' : formatNumber(count)}
          {isWaiting && <Loader size={14} aria-hidden="true" />}
        </div>
        <Text size="sm" c="dimmed">
          {problem ??
            (count !== undefined && count > SEGMENT_PREVIEW_ROWS ? `The first ${SEGMENT_PREVIEW_ROWS} are shown` : '')}
        </Text>
        <VisuallyHidden role="status">
          {count === undefined || isWaiting ? '' : `${formatNumber(count)} matching companies`}
        </VisuallyHidden>
      </div>
      {error !== null ? (
        <ErrorState title="Preview failed" error={error} onRetry={preview.retry} />
      ) : (
        <div className={classes.previewTable}>
          <DataTable
            label="Matching companies"
            columns={columns}
            rows={result?.items ?? NO_ROWS}
            rowKey={idOf}
            rowLabel={nameOf}
            isLoading={result === undefined && problem === null}
            isRefreshing={isWaiting && result !== undefined}
            skeletonRows={12}
            isArrangeable={false}
            empty={<EmptyState title={NO_MATCHES} />}
          />
        </div>
      )}
    </section>
  );
}

function idOf(row: CompanyRow): string {
  return row.__company_id;
}

function nameOf(row: CompanyRow): string {
  return row.name || row.__domain;
}
