import { Button, Group, List, Modal, ScrollArea, Text } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import type { DatasetKey } from '../datasets/queries.ts';
import { firstCompaniesQuery } from './queries.ts';
import { SALES_NAVIGATOR_LIMIT, salesNavigatorUrl } from './sales-navigator-url.ts';

/** Opens the first 100 companies in LinkedIn Sales Navigator, as a search or as a list to paste. */
export default function SalesNavigator(props: { dataset: DatasetKey; state: ExplorerState; onClose: () => void }) {
  useReturnFocus();
  const query = useQuery(firstCompaniesQuery(props.dataset, props.state, SALES_NAVIGATOR_LIMIT));
  const companies = query.data?.companies ?? [];
  const total = query.data?.companiesCnt ?? 0;
  async function copyNames() {
    const isCopied = await copyToClipboard(companies.map((row) => row.name || row.__domain).join('\n'));
    if (isCopied) notifySuccess(`${formatNumber(companies.length)} company names copied`);
    else notifyError('The browser did not allow copying');
  }
  return (
    <Modal opened onClose={props.onClose} title="Open with LinkedIn Sales Navigator" size="md" centered>
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingState label="Fetching the companies" height={160} />}
      {query.data && (
        <>
          <Text size="sm">
            {total > SALES_NAVIGATOR_LIMIT
              ? `Only the first ${SALES_NAVIGATOR_LIMIT} of ${formatNumber(total)} companies are included, in the order of the table. Filter or sort first to choose others.`
              : `Opens a search for people who work at ${total === 1 ? 'this company' : `these ${formatNumber(total)} companies`}.`}
          </Text>
          <ScrollArea.Autosize
            mah={220}
            my="sm"
            type="auto"
            viewportProps={{ tabIndex: 0, 'aria-label': 'Included companies' }}
          >
            <List size="sm" listStyleType="none" aria-label="Included companies">
              {companies.map((row) => (
                <List.Item key={row.__company_id}>
                  {row.name || row.__domain}{' '}
                  <Text span size="xs" c="dimmed">
                    {row.__domain}
                  </Text>
                </List.Item>
              ))}
            </List>
          </ScrollArea.Autosize>
          <Group justify="flex-end">
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden="true" />}
              onClick={() => void copyNames()}
            >
              Copy names
            </Button>
            <Button
              component="a"
              href={salesNavigatorUrl(companies)}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden="true" />}
              data-autofocus
            >
              Open in Sales Navigator
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
