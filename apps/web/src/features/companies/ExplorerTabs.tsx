import { Badge, Tabs } from '@mantine/core';
import type { CompanyTab } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useFeatureFlag } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { type ExplorerState, TAB_LABELS } from '../datasets/explorer-state.ts';
import type { DatasetKey } from '../datasets/queries.ts';
import classes from './companies.module.css';
import { tabCountsQuery } from './queries.ts';

/** Tabs with counts, which load separately. With the flag the third tab shows only if the address selects it. */
export function ExplorerTabs(props: {
  dataset: DatasetKey;
  state: ExplorerState;
  /** The newest count of the selected tab; null if only the tabs' own is known. */
  count: number | null;
  onTab: (tab: CompanyTab) => void;
}) {
  const { state } = props;
  const counts = useQuery(tabCountsQuery(props.dataset, state));
  const hasTwoTabs = useFeatureFlag('companiesListTabs');
  const tabs: CompanyTab[] = ['ALL', 'NEWLY_SOURCED'];
  if (!hasTwoTabs || state.tab === 'RECENTLY_UPDATED') tabs.push('RECENTLY_UPDATED');
  const countOf = (tab: CompanyTab) => {
    const count = (tab === state.tab ? props.count : null) ?? counts.data?.[tab];
    return count === undefined ? '…' : formatNumber(count);
  };
  return (
    <Tabs
      className={classes.tabs}
      value={state.tab}
      onChange={(value) => {
        const tab = tabs.find((candidate) => candidate === value);
        if (tab) props.onTab(tab);
      }}
    >
      <Tabs.List aria-label="Companies">
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab}
            value={tab}
            rightSection={
              <Badge size="sm" variant="light" color="gray" miw={28}>
                {countOf(tab)}
              </Badge>
            }
          >
            {TAB_LABELS[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
