import { Paper } from '@mantine/core';
import type { ClientSummary } from '@quarry/contracts';
import { formatInstant, formatNumber } from '../../lib/format.ts';
import { creditsText } from './client-columns.tsx';
import classes from './clients.module.css';
import { STAGE_NAMES } from './stage-names.ts';

const at = (instant: string | null) => (instant === null ? '–' : formatInstant(instant));

/** What a client is at the moment. */
export function ClientSummaryRow({ summary }: { summary: ClientSummary }) {
  const { companies, companyLimit } = summary;
  const facts: readonly (readonly [string, string])[] = [
    ['Client', summary.clientName],
    ['Lifecycle stage', STAGE_NAMES[summary.lifecycleStage]],
    [
      'Companies',
      companyLimit === null ? formatNumber(companies) : `${formatNumber(companies)} of ${formatNumber(companyLimit)}`,
    ],
    ['Last sync started', at(summary.lastDataSyncStartedAt)],
    ['Last sync completed', at(summary.lastDataSyncCompletedAt)],
    ['Scheduled deletion', at(summary.scheduledForDeletionAt)],
    ['Credits', creditsText(summary) || 'Not needed'],
  ];
  return (
    <Paper withBorder p="md">
      <dl className={classes.summary}>
        {facts.map(([name, value]) => (
          <div key={name} className={name === 'Credits' ? classes.wide : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
