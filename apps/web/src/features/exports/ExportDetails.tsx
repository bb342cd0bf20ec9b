import { Alert, Progress, Text, Title } from '@mantine/core';
import type { ExportItem } from '@quarry/contracts';
import { IconAlertTriangle, IconClockOff, IconInfoCircle } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format.ts';
import { ExportFacts } from './ExportFacts.tsx';
import { ExportFiles } from './ExportFiles.tsx';
import { percentOf } from './ExportStatus.tsx';
import { EXPIRED_MESSAGE, isActive, isDownloadable } from './export-status.ts';
import classes from './exports.module.css';

/** Status, files and request of an export. */
export function ExportDetails({ item, clientName }: { item: ExportItem; clientName: string }) {
  return (
    <div className={classes.details}>
      {isActive(item) && <ExportProgress item={item} />}
      {item.status === 'FAILED' && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The export failed">
          {item.error ?? 'No file was created.'}
        </Alert>
      )}
      {item.status === 'CANCELLED' && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="The export was cancelled">
          No file was created.
        </Alert>
      )}
      {item.isExpired && <Alert color="gray" icon={<IconClockOff aria-hidden />} title={EXPIRED_MESSAGE} />}
      {item.note !== null && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {item.note}
        </Alert>
      )}
      {isDownloadable(item) && <ExportFiles item={item} clientName={clientName} />}
      <ExportFacts item={item} clientName={clientName} />
    </div>
  );
}

function ExportProgress({ item }: { item: ExportItem }) {
  const percent = percentOf(item);
  const isWaiting = item.status === 'WAITING';
  const rows = item.rowCount === null ? '' : ` · ${formatNumber(item.rowCount)} rows`;
  return (
    <section aria-label="Progress">
      <Title order={2} mb={8}>
        {isWaiting ? 'Waiting to start' : `${percent} %${rows}`}
      </Title>
      <Progress value={percent} animated={!isWaiting} aria-label="Progress of the export" />
      <Text size="sm" c="dimmed" mt={8}>
        {isWaiting
          ? 'Exports of an account run one at a time.'
          : 'You can leave this page. We will e-mail you a link to it when the files are ready.'}
      </Text>
    </section>
  );
}
