import { Button, Card, SegmentedControl, Text, Textarea, Title } from '@mantine/core';
import type { SchemaField, ScoredCompany } from '@quarry/contracts';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { TagNames } from '../datasets/tag-names.ts';
import { minus } from './distribution-layout.ts';
import { rankedColumns } from './ranked-columns.tsx';
import classes from './scoring.module.css';
import { signed } from './signed.ts';
import type { ScorePreview } from './use-score-preview.ts';

const ORDERS = [
  { value: 'best', label: 'Best-fit' },
  { value: 'worst', label: 'Worst-fit' },
];

/** The companies that the edited rules rank first or last, and those that the edit moves most. */
export function RankedCompanies(props: {
  preview: ScorePreview;
  /** The columns that the rules use. */
  fields: readonly SchemaField[];
  tagNames: TagNames;
}) {
  const { preview, fields, tagNames } = props;
  const { ranked, range, order, domains, scoresBefore } = preview;
  const columns = useMemo(
    () => rankedColumns({ fields, tagNames, before: scoresBefore }),
    [fields, tagNames, scoresBefore],
  );
  return (
    <Card withBorder padding={0} component="section" className={classes.ranked} aria-labelledby="ranked-companies">
      <div className={classes.cardHead}>
        <Title order={2} id="ranked-companies">
          {order === 'best' ? 'Best-fit companies' : 'Worst-fit companies'}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Companies to show"
          data={ORDERS}
          value={order}
          onChange={(value) => preview.setOrder(value === 'worst' ? 'worst' : 'best')}
        />
      </div>
      <div className={classes.rankedTools}>
        <Textarea
          size="xs"
          rows={1}
          className={classes.domains}
          aria-label="Search by domains"
          placeholder="Search by domains, such as acme.com"
          value={preview.domainsText}
          onChange={(event) => preview.setDomainsText(event.currentTarget.value)}
        />
        {range && (
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} aria-hidden="true" />}
            aria-label={`Show all scores, not only ${rangeText(range)}`}
            onClick={() => preview.setRange(null)}
          >
            {rangeText(range)}
          </Button>
        )}
      </div>
      {preview.comparison !== null && <Movers comparison={preview.comparison} />}
      {ranked.isError ? (
        <ErrorState
          title="The companies could not be ranked"
          error={ranked.error}
          onRetry={() => void ranked.refetch()}
        />
      ) : (
        <DataTable
          label={order === 'best' ? 'Best-fit companies' : 'Worst-fit companies'}
          columns={columns}
          rows={ranked.data ?? NO_COMPANIES}
          rowKey={companyKey}
          rowLabel={companyLabel}
          isArrangeable={false}
          isLoading={ranked.isLoading}
          isRefreshing={ranked.isPlaceholderData}
          skeletonRows={8}
          empty={
            <Text className={classes.noCompanies}>{emptyText(ranked.isEnabled, domains.length, range !== null)}</Text>
          }
        />
      )}
    </Card>
  );
}

const NO_COMPANIES: never[] = [];

/** What the edit does to all companies. */
function Movers({ comparison }: { comparison: NonNullable<ScorePreview['comparison']> }) {
  const { data, isError, error } = comparison;
  if (isError) {
    return (
      <Text size="xs" c="red" role="alert" className={classes.movers}>
        {`Your edit could not be compared with the saved rules: ${messageOf(error)}`}
      </Text>
    );
  }
  if (data === undefined) return null;
  const { raised, lowered, movers } = data;
  return (
    <div className={classes.movers}>
      <Text size="xs" c="dimmed">
        {raised + lowered === 0
          ? 'Your edit changes no score.'
          : `Your edit changes ${plural(raised + lowered, 'score', 'scores')}: ${formatNumber(raised)} up, ${formatNumber(lowered)} down. Most:`}
      </Text>
      <ul>
        {movers.map(({ companyId, name, domain, before, after }) => (
          <li key={companyId}>
            <strong>{signed(after - before)}</strong> {name || domain}{' '}
            <span className={classes.moved}>
              {minus(before)} → {minus(after)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function rangeText([from, to]: readonly [number, number]): string {
  return from === to ? `Score ${minus(from)}` : `Scores ${minus(from)} to ${minus(to)}`;
}

function emptyText(hasRules: boolean, domains: number, hasRange: boolean): string {
  if (!hasRules) return 'Choose a filter to rank your companies';
  if (domains > 0) return `None of these domains is in your dataset${hasRange ? ' with such a score' : ''}`;
  return hasRange ? 'No company has such a score' : 'There are no companies in your dataset yet';
}

function companyKey(company: ScoredCompany): string {
  return company.__company_id;
}

function companyLabel(company: ScoredCompany): string {
  return company.name || company.__domain;
}
