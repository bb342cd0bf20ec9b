import { type ClientSummary, CREDIT_TYPES, type CreditType } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatDate, formatInstant } from '../../lib/format.ts';
import listClasses from '../../ui/list-page.module.css';
import { type State, StateBadge } from '../../ui/StateBadge.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { STAGE_NAMES } from './stage-names.ts';

const CREDIT_NAMES: Readonly<Record<CreditType, string>> = {
  CONTACT: 'Contacts',
  ENRICHMENT: 'Enrichment',
  PHONE_NUMBER: 'Phones',
};

export const BUILD_STATES: Readonly<
  Record<NonNullable<ClientSummary['dataSyncStatus']>, { readonly state: State; readonly label: string }>
> = {
  IN_PROGRESS: { state: 'running', label: 'Building' },
  COMPLETE: { state: 'live', label: 'Complete' },
  FAILED: { state: 'failed', label: 'Failed' },
};

const number = (value: number) => value.toLocaleString('en-US');
const dash = <span className={listClasses.muted}>–</span>;

function BuildState({ client }: { client: ClientSummary }) {
  if (client.dataSyncStatus === null) return <StateBadge state="draft">Never built</StateBadge>;
  const { state, label } = BUILD_STATES[client.dataSyncStatus];
  return <StateBadge state={state}>{label}</StateBadge>;
}

/** Balances in words, such as `Contacts 500`; only of those that the client needs. */
export function creditsText({ creditBalances }: ClientSummary): string {
  return CREDIT_TYPES.flatMap((type) => {
    const balance = creditBalances[type];
    return balance === null ? [] : [`${CREDIT_NAMES[type]} ${number(balance)}`];
  }).join(' · ');
}

export function clientColumns(width: number): TableColumn<ClientSummary>[] {
  return [
    {
      id: 'clientName',
      header: 'Client',
      width: Math.max(160, width - 970),
      isLocked: true,
      cell: ({ clientName }) => (
        <Link to="/admin/clients/$name" params={{ name: clientName }} className={listClasses.nameLink}>
          {clientName}
        </Link>
      ),
      copy: ({ clientName }) => clientName,
    },
    { id: 'stage', header: 'Stage', width: 100, cell: ({ lifecycleStage }) => STAGE_NAMES[lifecycleStage] },
    { id: 'build', header: 'Build', width: 110, cell: (client) => <BuildState client={client} /> },
    {
      id: 'companies',
      header: 'Companies',
      width: 130,
      align: 'end',
      cell: ({ companies, companyLimit }) =>
        companyLimit === null ? number(companies) : `${number(companies)} of ${number(companyLimit)}`,
    },
    {
      id: 'synced',
      header: 'Last sync',
      width: 145,
      cell: ({ lastDataSyncCompletedAt: at }) => (at === null ? dash : formatInstant(at)),
    },
    {
      id: 'deletion',
      header: 'Deleted on',
      width: 145,
      cell: ({ scheduledForDeletionAt: at }) =>
        at === null ? dash : <StateBadge state="failed">{formatDate(at)}</StateBadge>,
    },
    {
      id: 'credits',
      header: 'Credits',
      width: 340,
      cell: (client) => <span data-hint-overflow="">{creditsText(client) || '–'}</span>,
    },
  ];
}
