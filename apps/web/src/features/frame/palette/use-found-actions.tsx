import { useDebouncedValue } from '@mantine/hooks';
import { exportTitle, hasFeature, searchCompanies } from '@quarry/contracts';
import {
  IconBuildingSkyscraper,
  IconFileExport,
  IconLayoutList,
  IconSearch,
  IconTag,
  IconTargetArrow,
} from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../lib/api.ts';
import { useClient, useUser } from '../../../lib/client-context.tsx';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../../datasets/explorer-state.ts';
import { datasetKey } from '../../datasets/queries.ts';
import { exportsQuery } from '../../exports/queries.ts';
import { marketsQuery } from '../../markets/queries.ts';
import { tagCompaniesHash } from '../../tags/explorer-link.ts';
import { tagsQuery } from '../../tags/queries.ts';
import { viewsQuery } from '../../views/queries.ts';
import { matchActions, type PaletteGroup } from './palette-action.ts';
import { useOpenInExplorer } from './use-open-in-explorer.ts';

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const DEBOUNCE_MS = 200;
const MIN_LENGTH = 2;
const MAX_FOUND = 6;

/** Companies whose name or domain contains a text; a newer text cancels the request. */
function foundCompaniesQuery(clientName: string, version: string | null, search: string) {
  const request = { search, limit: MAX_FOUND, parts: ['companies' as const], count: false };
  return queryOptions({
    queryKey: [...datasetKey({ clientName, version }), 'palette', search],
    queryFn: async ({ signal }) => (await call(searchCompanies, request, { client: clientName, signal })).companies,
    enabled: version !== null && search.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Searches the account's companies, views, tags, markets and exports for a text. */
export function useFoundActions(text: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const client = useClient();
  const user = useUser();
  const navigate = useNavigate();
  const openInExplorer = useOpenInExplorer();
  const { clientName } = client;
  const typed = text.trim();
  const [search] = useDebouncedValue(typed, DEBOUNCE_MS);
  const isAsked = typed.length >= MIN_LENGTH;
  const once = { enabled: isAsked, refetchInterval: false } as const;
  const hasMarkets = hasFeature('markets', client, user);
  const companies = useQuery(foundCompaniesQuery(clientName, client.datasetVersion, search));
  const markets = useQuery({
    ...marketsQuery(clientName, search, 0),
    ...once,
    enabled: hasMarkets && search.length >= MIN_LENGTH,
  });
  const tags = useQuery({ ...tagsQuery(clientName), ...once });
  const views = useQuery({ ...viewsQuery(clientName), ...once });
  const exports = useQuery({ ...exportsQuery(clientName, 0), ...once });
  if (!isAsked) return { groups: [], isSearching: false };

  const toExplorer = (hash: string) => void navigate({ to: '/app/$clientName', params: { clientName }, hash });
  const saved: PaletteGroup[] = [
    {
      group: 'Views',
      actions: (views.data ?? []).map((view) => ({
        id: `view ${view.id}`,
        label: view.name,
        keywords: 'view',
        leftSection: <IconLayoutList {...ICON} />,
        onClick: () => void navigate({ to: '/app/$clientName', params: { clientName }, search: { view: view.id } }),
      })),
    },
    {
      group: 'Tags',
      actions: (tags.data ?? []).map((tag) => ({
        id: `tag ${tag.id}`,
        label: tag.name,
        keywords: 'tag',
        leftSection: <IconTag {...ICON} />,
        onClick: () => toExplorer(tagCompaniesHash(tag.id)),
      })),
    },
    {
      group: 'Exports',
      actions: (exports.data?.items ?? []).map((item) => ({
        id: `export ${item.id}`,
        label: exportTitle(item),
        keywords: 'export',
        leftSection: <IconFileExport {...ICON} />,
        onClick: () =>
          void navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId: item.id } }),
      })),
    },
  ];
  const searchAll = {
    id: 'search companies',
    label: `Search companies for “${typed}”`,
    leftSection: <IconSearch {...ICON} />,
    onClick: () => toExplorer(writeHash({ ...DEFAULT_STATE, search: typed }, CLOSED_PANELS)),
  };
  const matchesText = (name: string) => name.toLowerCase().includes(typed.toLowerCase());
  const foundMarkets = (markets.data?.items ?? []).filter(({ name }) => matchesText(name)).slice(0, MAX_FOUND);
  const found: PaletteGroup[] = [
    ...matchActions(saved, typed).map(({ group, actions }) => ({ group, actions: actions.slice(0, MAX_FOUND) })),
    // What comes from the server stands last, so that nothing moves under the person's hands.
    {
      group: 'Companies',
      actions: [
        searchAll,
        ...(search.length >= MIN_LENGTH ? (companies.data ?? []) : []).map((row) => ({
          id: `company ${row.__company_id}`,
          label: row.name || row.__domain,
          description: row.__domain,
          leftSection: <IconBuildingSkyscraper {...ICON} />,
          onClick: () => openInExplorer(`company=${row.__company_id}`),
        })),
      ],
    },
    {
      group: 'Markets',
      actions: foundMarkets.map((market) => ({
        id: `market ${market.id}`,
        label: market.name,
        leftSection: <IconTargetArrow {...ICON} />,
        onClick: () =>
          void navigate({
            to: '/app/$clientName/markets/explore/$marketId',
            params: { clientName, marketId: market.id },
          }),
      })),
    },
  ];
  return {
    groups: found.filter(({ actions }) => actions.length > 0),
    isSearching: search !== typed || companies.isFetching,
  };
}
