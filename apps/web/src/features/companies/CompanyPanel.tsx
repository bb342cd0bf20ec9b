import { ActionIcon, Anchor, CloseButton, Group, Tabs, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBrandLinkedin, IconChevronDown, IconChevronUp, IconLink, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { usePanelEscape } from '../../ui/use-panel-escape.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { DRAWER_TABS, type DrawerTab } from '../datasets/explorer-state.ts';
import type { DatasetKey } from '../datasets/queries.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { CompanyContacts } from './CompanyContacts.tsx';
import { CompanyOverview } from './CompanyOverview.tsx';
import { CompanySegments } from './CompanySegments.tsx';
import classes from './company-panel.module.css';
import { linkedInCompanyUrl } from './linkedin-url.ts';
import { companyQuery } from './queries.ts';
import { COMPANY_PANEL } from './use-explorer.ts';

const CompanySyncStatus = lazy(() => import('../integration-jobs/CompanySyncStatus.tsx'));

const LABELS: Readonly<Record<DrawerTab, string>> = {
  OVERVIEW: 'Overview',
  CONTACTS: 'Contacts',
  SYNC_STATUS: 'Sync Status',
};

/** One company beside the table: its data points, contacts and sync status. */
export default function CompanyPanel(props: {
  dataset: DatasetKey;
  companyId: string;
  tab: DrawerTab;
  tagNames: TagNames;
  /** The companies on the table's page in order, for Previous and Next. */
  companyIds: readonly string[];
  onCompany: (companyId: string) => void;
  onTab: (tab: DrawerTab) => void;
  onClose: () => void;
}) {
  const { dataset, companyId, tab } = props;
  useReturnFocus();
  const { companiesSchema } = useClient();
  const company = useQuery(companyQuery(dataset, companyId));
  const row = company.data;
  const linkedIn = linkedInCompanyUrl(row?.__linked_in_id ?? null);
  const index = props.companyIds.indexOf(companyId);
  const previous = index > 0 ? props.companyIds[index - 1] : undefined;
  const next = index >= 0 ? props.companyIds[index + 1] : undefined;
  const go = (id: string | undefined) => id !== undefined && props.onCompany(id);
  useHotkeys([
    ['j', () => go(next)],
    ['k', () => go(previous)],
  ]);
  const panel = useRef<HTMLElement>(null);
  usePanelEscape(panel, props.onClose);
  return (
    <aside
      ref={panel}
      id={COMPANY_PANEL}
      role="dialog"
      aria-label={row ? `Company ${row.name || row.__domain}` : 'Company'}
      tabIndex={-1}
      className={classes.panel}
    >
      <header className={classes.head}>
        <div style={{ minWidth: 0 }}>
          <Title order={2} lineClamp={2}>
            {row ? row.name || row.__domain : 'Company'}
          </Title>
          {row && (
            <Group gap={10} mt={2} mih={22}>
              {row.__domain && (
                <Anchor href={`https://${row.__domain}`} target="_blank" rel="noopener noreferrer" size="sm">
                  <Group gap={4} component="span">
                    <IconWorld size={14} aria-hidden="true" />
                    {row.__domain}
                  </Group>
                </Anchor>
              )}
              {linkedIn && (
                <Anchor href={linkedIn} target="_blank" rel="noopener noreferrer" size="sm">
                  <Group gap={4} component="span">
                    <IconBrandLinkedin size={14} aria-hidden="true" />
                    LinkedIn
                  </Group>
                </Anchor>
              )}
            </Group>
          )}
        </div>
        <Group gap={4} ml="auto" wrap="nowrap">
          <Hint label="Previous company (k)">
            <ActionIcon aria-label="Previous company" disabled={previous === undefined} onClick={() => go(previous)}>
              <IconChevronUp size={16} aria-hidden="true" />
            </ActionIcon>
          </Hint>
          <Hint label="Next company (j)">
            <ActionIcon aria-label="Next company" disabled={next === undefined} onClick={() => go(next)}>
              <IconChevronDown size={16} aria-hidden="true" />
            </ActionIcon>
          </Hint>
          <Hint label="Copy a link to this company">
            <ActionIcon
              aria-label="Copy a link to this company"
              onClick={() => {
                void copyToClipboard(window.location.href).then((isCopied) => isCopied && notifySuccess('Link copied'));
              }}
            >
              <IconLink size={16} aria-hidden="true" />
            </ActionIcon>
          </Hint>
          <CloseButton aria-label="Close" onClick={props.onClose} />
        </Group>
      </header>
      <div className={classes.body}>
        {company.error ? (
          <ErrorState error={company.error} onRetry={() => void company.refetch()} />
        ) : (
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(value) => {
              const next = DRAWER_TABS.find((candidate) => candidate === value);
              if (next) props.onTab(next);
            }}
          >
            <Tabs.List mb="sm" aria-label="Company">
              {DRAWER_TABS.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {LABELS[name]}
                  {name === 'CONTACTS' && row && row.contacts_count > 0 ? ` (${row.contacts_count})` : ''}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="OVERVIEW">
              <CompanySegments row={row} />
              <CompanyOverview row={row} schema={companiesSchema} tagNames={props.tagNames} />
            </Tabs.Panel>
            <Tabs.Panel value="CONTACTS">
              <CompanyContacts dataset={dataset} companyId={companyId} />
            </Tabs.Panel>
            <Tabs.Panel value="SYNC_STATUS">
              <Suspense fallback={null}>
                <CompanySyncStatus companyId={companyId} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        )}
      </div>
    </aside>
  );
}
