import { Alert, Loader, Tabs } from '@mantine/core';
import type { Segment } from '@quarry/contracts';
import { lazy, Suspense } from 'react';
import { TextLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RecentChange } from '../RecentChange.tsx';
import { SegmentBadges } from '../SegmentBadges.tsx';
import { SegmentCompanies } from './SegmentCompanies.tsx';
import { SegmentViewActions } from './SegmentViewActions.tsx';
import { useViewSearch } from './use-view-search.ts';
import classes from './view.module.css';

const SegmentContacts = lazy(() => import('./SegmentContacts.tsx'));
const GrowthChart = lazy(() => import('./GrowthChart.tsx'));

/** A segment with its companies and contacts in two tabs. */
export function SegmentView({ clientName, segment }: { clientName: string; segment: Segment }) {
  const view = useViewSearch();
  const isUpdating = segment.updateStatus === 'RUNNING';
  return (
    <div className={classes.page}>
      <PageHeader
        title={segment.name}
        clientName={clientName}
        badge={<SegmentBadges segment={segment} />}
        context={
          <TextLink to="/app/$clientName/segments" params={{ clientName }} search={{}} size="sm">
            All segments
          </TextLink>
        }
        actions={<SegmentViewActions clientName={clientName} segment={segment} view={view} />}
      />
      {isUpdating && (
        <Alert className={classes.updating} color="blue" icon={<Loader size={16} aria-hidden />} role="status">
          Segment is updating...{segment.lastComputedAt === null ? '' : ' Its former companies stay until then.'}
        </Alert>
      )}
      <Tabs
        className={classes.tabs}
        value={view.tab}
        onChange={(tab) => view.openTab(tab === 'contacts' ? 'contacts' : 'companies')}
      >
        <Tabs.List aria-label="Segment">
          <Tabs.Tab
            value="companies"
            rightSection={
              <RecentChange
                size={segment.sizeCompanies}
                added={segment.sizeCompaniesAddedRecently}
                removed={segment.sizeCompaniesRemovedRecently}
                one="company"
                many="companies"
              />
            }
          >
            Companies
          </Tabs.Tab>
          <Tabs.Tab
            value="contacts"
            rightSection={
              <RecentChange
                size={segment.sizeContacts}
                added={segment.sizeContactsAddedRecently}
                removed={segment.sizeContactsRemovedRecently}
                one="contact"
                many="contacts"
              />
            }
          >
            Contacts
          </Tabs.Tab>
        </Tabs.List>
        <Suspense fallback={null}>
          {view.search.growth === 'yes' && <GrowthChart clientName={clientName} segment={segment} />}
        </Suspense>
        <Tabs.Panel value="companies" className={classes.panel}>
          {view.tab === 'companies' && <SegmentCompanies clientName={clientName} segment={segment} view={view} />}
        </Tabs.Panel>
        <Tabs.Panel value="contacts" className={classes.panel}>
          <Suspense fallback={null}>
            {view.tab === 'contacts' && <SegmentContacts clientName={clientName} segment={segment} view={view} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
