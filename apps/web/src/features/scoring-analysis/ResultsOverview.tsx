import { Alert, Box, Button, Paper, Text, Title } from '@mantine/core';
import { type AnalysisReport, type AnalysisResults, FEW_TARGETS } from '@quarry/contracts';
import { IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatNumber, formatUtcInstant, plural } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { Figure, Figures } from '../../ui/Figures.tsx';
import classes from './analysis.module.css';
import { HoldOutChart } from './HoldOutChart.tsx';
import { summaryQuery } from './queries.ts';

/** Whom a report compared, its main findings in words, and how well the suggested rules work. */
export function ResultsOverview(props: { clientName: string; report: AnalysisReport; results: AnalysisResults }) {
  const { clientName, report, results } = props;
  const isListed = report.inputs.mode === 'vsOther';
  return (
    <div className={classes.overview}>
      <Paper withBorder className={classes.card}>
        <Title order={2} className={classes.cardTitle}>
          Compared companies
        </Title>
        <Box mb="sm">
          <Figures>
            <Figure label="Targets">{formatNumber(results.goodSetSize)}</Figure>
            <Figure label="Others">{formatNumber(results.otherSetSize)}</Figure>
          </Figures>
        </Box>
        {results.goodSetSize < FEW_TARGETS && (
          <Alert color="gold" icon={<IconInfoCircle aria-hidden />} mb="sm">
            {`Fewer than ${FEW_TARGETS} targets rarely show anything reliable.`}
          </Alert>
        )}
        <Domains label="Target domains found" domains={results.goodDomainsFound} />
        <Domains label="Target domains not found" domains={results.goodDomainsNotFound} />
        {isListed && <Domains label="Other domains found" domains={results.otherDomainsFound} />}
        {isListed && <Domains label="Other domains not found" domains={results.otherDomainsNotFound} />}
        <Text size="xs" c="dimmed" mt="sm">
          {`Calculated ${formatUtcInstant(results.updatedAt)}. Later changes of the dataset are not included.`}
        </Text>
        <Text size="xs" c="dimmed">
          Names, addresses, scores, tags and segments are not compared, nor is where records come from and from when
          they are: sources differ in what they know, which says nothing about the companies.
        </Text>
      </Paper>
      <Summary clientName={clientName} reportId={report.id} updatedAt={results.updatedAt} />
      <HoldOutChart check={results.holdOut} />
    </div>
  );
}

function Domains({ label, domains }: { label: string; domains: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (domains.length === 0) return null;
  async function copy() {
    if (await copyToClipboard(domains.join('\n'))) notifySuccess(`${plural(domains.length, 'domain')} copied`);
    else notifyError('The browser did not allow copying');
  }
  return (
    <details className={classes.domains} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{`${label}: ${formatNumber(domains.length)}`}</summary>
      {isOpen && (
        <>
          <textarea className={classes.domainList} readOnly aria-label={label} value={domains.join('\n')} rows={6} />
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconCopy size={14} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </>
      )}
    </details>
  );
}

function Summary(props: { clientName: string; reportId: string; updatedAt: string }) {
  const summary = useQuery(summaryQuery(props.clientName, props.reportId, props.updatedAt));
  return (
    <Paper withBorder className={classes.card}>
      <Title order={2} className={classes.cardTitle}>
        Summary
      </Title>
      {summary.isError ? (
        <Text size="sm" c="red" role="alert">
          {messageOf(summary.error)}
        </Text>
      ) : (
        <p className={classes.summary}>{summary.data ?? 'Summarising…'}</p>
      )}
    </Paper>
  );
}
