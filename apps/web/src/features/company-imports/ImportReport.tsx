import { Card, Title } from '@mantine/core';
import type { CompanyImportReport, CompanyImportView, CompanyMapping } from '@quarry/contracts';
import { formatInstant, formatNumber } from '../../lib/format.ts';
import classes from './company-imports.module.css';
import { formatText } from './FileFacts.tsx';
import { fieldLabel } from './field-label.ts';

/** Who imported what when, how the file was read, and what its rows brought. */
export function ImportReport(props: {
  companyImport: CompanyImportView;
  report: CompanyImportReport | null;
  mapping: CompanyMapping | null;
}) {
  const { companyImport, report, mapping } = props;
  const { requestedBy, createdAt, finishedAt, location } = companyImport;
  return (
    <Card withBorder component="section" aria-labelledby="import-report">
      <Title order={2} size="h4" id="import-report" mb="xs">
        Report
      </Title>
      <dl className={classes.facts}>
        <dt>File</dt>
        <dd>{location}</dd>
        <dt>Requested</dt>
        <dd>{`${formatInstant(createdAt)}${requestedBy === null ? '' : ` by ${requestedBy}`}`}</dd>
        <dt>Ended</dt>
        <dd>{finishedAt === null ? 'Not yet' : formatInstant(finishedAt)}</dd>
        {report === null ? null : (
          <>
            <dt>Format</dt>
            <dd>{formatText(report)}</dd>
            <dt>Mapping</dt>
            <dd>{report.mapping ?? 'None'}</dd>
          </>
        )}
        {mapping === null ? null : (
          <>
            <dt>Columns</dt>
            <dd>
              {Object.entries(mapping.fields)
                .map(([field, columns]) => `${fieldLabel(field)}: ${[columns].flat().join(', ')}`)
                .join(' · ')}
            </dd>
          </>
        )}
        {report === null ? null : (
          <>
            <dt>Columns not used</dt>
            <dd>{report.unusedColumns.length === 0 ? 'None' : report.unusedColumns.join(', ')}</dd>
            <dt>Values by field</dt>
            <dd>{byField(report.filledValues)}</dd>
            <dt>Unclear values left out</dt>
            <dd>{byField(report.ignoredValues)}</dd>
            <dt>Domain and LinkedIn page of different companies</dt>
            <dd>{formatNumber(report.conflicts)}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function byField(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([field, count]) => `${fieldLabel(field)} ${formatNumber(count)}`);
  return all.length === 0 ? 'None' : all.join(' · ');
}
