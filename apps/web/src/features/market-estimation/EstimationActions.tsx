import { Button, Card, Group, TextInput, Title } from '@mantine/core';
import {
  ESTIMATION_EXPORT_LIMIT,
  type EstimationConfig,
  generateEstimationSql,
  MAX_ESTIMATION_EXPORT,
  startMarketEstimation,
} from '@quarry/contracts';
import { IconBuildings, IconClipboard, IconCode, IconDeviceFloppy, IconJson, IconLink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { CountInput } from '../../ui/CountInput.tsx';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { writeEstimationHash } from './estimation-state.ts';
import { staffExportsQuery, waitForExport } from './queries.ts';

const PasteConfig = lazy(() => import('./PasteConfig.tsx'));
const SaveReport = lazy(() => import('./SaveReport.tsx'));

/** Beside the one that counts, Preview. */
const QUIET = { size: 'xs', variant: 'subtle' } as const;
const NOT_ALLOWED = 'This needs the permission to edit accounts';
const COPY_FAILED = 'Sorry there was an error. Please find your closest engineer and shout at them.';

async function copy(text: string, done: string): Promise<void> {
  if (await copyToClipboard(text)) notifySuccess(done);
  else notifyError(COPY_FAILED);
}

/** Options of an export, and what can be done with the criteria. */
export function EstimationActions(props: {
  config: EstimationConfig;
  /** Of the last estimate. */
  count: number | null;
  /** Why the criteria cannot be checked now. */
  disabledReason: string | null;
  /** Returns true if the criteria are valid; otherwise shows what is wrong. */
  onCheck: () => boolean;
  onPaste: (config: EstimationConfig) => void;
}) {
  const { config } = props;
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const reason = mayEdit ? null : NOT_ALLOWED;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [exportName, setExportName] = useState('export.csv');
  const [limit, setLimit] = useState<number | null>(ESTIMATION_EXPORT_LIMIT);
  const [dialog, setDialog] = useState<'paste' | 'save' | null>(null);
  const rows = limit ?? 0;
  const download = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Starting export...');
      try {
        const { executionId } = await call(startMarketEstimation, { config, exportName, limit: rows });
        await cache.invalidateQueries({ queryKey: staffExportsQuery.queryKey });
        await waitForExport(executionId, new AbortController().signal);
        notifySuccess('The export is complete. Download it from the list.', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast });
      }
      await cache.invalidateQueries({ queryKey: staffExportsQuery.queryKey });
    },
  });
  const copySql = useMutation({
    mutationFn: () => call(generateEstimationSql, { config }),
    onSuccess: ({ sql }) => copy(sql, 'The SQL was copied'),
    onError: (error) => notifyError(messageOf(error), { title: COPY_FAILED }),
  });
  const permalink = () => `${window.location.origin}/admin/market-estimations#${writeEstimationHash(config)}`;
  const exportReason =
    reason ??
    (exportName.trim() === '' ? 'Please enter a name' : rows < 1 ? 'Please enter how many companies to export' : null);
  return (
    <Card withBorder component="section" aria-labelledby="estimation-options">
      <Title order={2} id="estimation-options">
        Options
      </Title>
      <Group align="flex-end" mt="sm" gap="sm">
        <TextInput
          label="Export name"
          maxLength={255}
          value={exportName}
          onChange={(event) => setExportName(event.currentTarget.value)}
        />
        <CountInput
          label="Companies to export, best first"
          max={MAX_ESTIMATION_EXPORT}
          value={limit}
          onChange={setLimit}
        />
        <ReasonButton
          variant="default"
          disabledReason={exportReason}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download
        </ReasonButton>
      </Group>
      <Group mt="md" gap={4} mx={-10}>
        <Button
          {...QUIET}
          leftSection={<IconCode size={15} aria-hidden />}
          loading={copySql.isPending}
          onClick={() => copySql.mutate()}
        >
          Copy SQL
        </Button>
        <Button
          {...QUIET}
          leftSection={<IconLink size={15} aria-hidden />}
          onClick={() => void copy(permalink(), 'The permalink was copied')}
        >
          Copy permalink
        </Button>
        <Button
          {...QUIET}
          leftSection={<IconJson size={15} aria-hidden />}
          onClick={() => void copy(JSON.stringify(config, null, 2), 'The config was copied as JSON')}
        >
          Copy as JSON
        </Button>
        <Button {...QUIET} leftSection={<IconClipboard size={15} aria-hidden />} onClick={() => setDialog('paste')}>
          Paste from JSON
        </Button>
        <ReasonButton
          {...QUIET}
          leftSection={<IconBuildings size={15} aria-hidden />}
          disabledReason={reason ?? props.disabledReason}
          onClick={() => {
            if (!props.onCheck()) return;
            void navigate({
              href: `/admin/clients/new?isNew=true#${writeEstimationHash({ ...config, clientName: null })}`,
            });
          }}
        >
          Create client
        </ReasonButton>
        <ReasonButton
          {...QUIET}
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          disabledReason={reason}
          onClick={() => setDialog('save')}
        >
          Save Report
        </ReasonButton>
      </Group>
      <Suspense>
        {dialog === 'paste' ? <PasteConfig onPaste={props.onPaste} onClose={() => setDialog(null)} /> : null}
        {dialog === 'save' ? <SaveReport config={config} count={props.count} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </Card>
  );
}
