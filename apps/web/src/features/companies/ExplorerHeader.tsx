import { Box, Skeleton } from '@mantine/core';
import { IconArrowsExchange, IconBrandLinkedin, IconColumns3, IconFileExport } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useClient, useFeatureFlag, usePermission } from '../../lib/client-context.tsx';
import { plural, relativeInstant } from '../../lib/format.ts';
import { type HeaderAction, HeaderActions } from '../../ui/HeaderActions.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import type { DatasetKey } from '../datasets/queries.ts';

const ExportCompanies = lazy(() => import('./ExportCompanies.tsx'));
const RefreshDataset = lazy(() => import('../datasets/RefreshDataset.tsx'));
const SalesNavigator = lazy(() => import('./SalesNavigator.tsx'));
const SyncCompanies = lazy(() => import('./SyncCompanies.tsx'));

/** Title, company count, age of the data, and actions on the result. */
export function ExplorerHeader(props: {
  count: number | null;
  isFailed: boolean;
  state: ExplorerState;
  dataset: DatasetKey;
  isExporting: boolean;
  onExport: (isOpen: boolean) => void;
  onConfigure: () => void;
  /** Buttons that save the filters. */
  children: ReactNode;
}) {
  const client = useClient();
  const isAdmin = usePermission('ADMIN');
  const canOpenLinkedIn = useFeatureFlag('openInLinkedInSalesNav');
  const [openDialog, setOpenDialog] = useState<'linkedin' | 'sync' | null>(null);
  const isEmpty = props.isFailed || props.count === 0;
  const close = () => setOpenDialog(null);
  const updatedAt = client.lastDataSyncCompletedAt;
  const actions: HeaderAction[] = [
    { label: 'Configure columns', Icon: IconColumns3, tour: 'explorer-columns', run: props.onConfigure },
    ...(canOpenLinkedIn
      ? [
          {
            label: 'Open with LinkedIn Sales Navigator',
            Icon: IconBrandLinkedin,
            isDisabled: isEmpty,
            run: () => setOpenDialog('linkedin'),
          },
        ]
      : []),
    { label: 'Export', Icon: IconFileExport, isDisabled: isEmpty, run: () => props.onExport(true) },
    ...(isAdmin
      ? [{ label: 'Sync', Icon: IconArrowsExchange, isDisabled: isEmpty, run: () => setOpenDialog('sync') }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="Companies"
        clientName={client.clientName}
        context={
          <span aria-live="polite">
            {props.isFailed ? (
              'The search failed'
            ) : props.count === null ? (
              <Skeleton component="span" display="inline-block" height={10} width={110} />
            ) : (
              plural(props.count, 'company', 'companies')
            )}
            {updatedAt === null ? '' : ` · data updated ${relativeInstant(updatedAt)}`}
          </span>
        }
        actions={
          <>
            {isAdmin && (
              <Suspense fallback={<Box w={30} />}>
                <RefreshDataset />
              </Suspense>
            )}
            <HeaderActions actions={actions} />
            {props.children}
          </>
        }
      />
      <Suspense fallback={null}>
        {openDialog === 'linkedin' && <SalesNavigator dataset={props.dataset} state={props.state} onClose={close} />}
        {openDialog === 'sync' && <SyncCompanies dataset={props.dataset} state={props.state} onClose={close} />}
        {props.isExporting && !isEmpty && (
          <ExportCompanies dataset={props.dataset} state={props.state} onClose={() => props.onExport(false)} />
        )}
      </Suspense>
    </>
  );
}
