import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { hasFeature } from '@quarry/contracts';
import {
  IconBook2,
  IconFileExport,
  IconFilter,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPassword,
  IconPlus,
  IconRefresh,
  IconRoute,
  IconSun,
  IconSwitchHorizontal,
  IconTagPlus,
  IconTargetArrow,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient, useUser } from '../../../lib/client-context.tsx';
import { useAddProblem } from '../../data-points/use-add-problem.ts';
import { DOCS } from '../../help/docs-links.ts';
import { isVisible } from '../access.ts';
import { NAV_ENTRIES, type NavEntry } from '../nav-entries.ts';
import { TOURS } from '../tours.ts';
import { useTour } from '../use-tour.ts';
import type { PaletteAction, PaletteGroup } from './palette-action.ts';
import { useOpenInExplorer } from './use-open-in-explorer.ts';

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Pages, settings, actions and help that the person may use. */
export function usePaletteActions(dialogs: { onOpenKeys: () => void; onAddDataPoint: () => void }): PaletteGroup[] {
  const client = useClient();
  const user = useUser();
  const navigate = useNavigate();
  const startTour = useTour();
  const { clientName } = client;
  const toAction = (entry: NavEntry): PaletteAction => ({
    id: `page ${entry.label}`,
    label: entry.label,
    keywords: entry.keywords ?? '',
    leftSection: <entry.icon {...ICON} />,
    onClick: () => void navigate({ to: entry.to, params: { clientName } }),
  });
  const entries = NAV_ENTRIES.filter((entry) => isVisible(entry, { client, user }));
  const accounts = user.clients
    .filter((other) => other.clientName !== clientName)
    .map((other) => ({
      id: `account ${other.clientName}`,
      label: `Switch to ${other.clientName}`,
      keywords: 'account switch client',
      leftSection: <IconSwitchHorizontal {...ICON} />,
      onClick: () => void navigate({ to: '/app/$clientName', params: { clientName: other.clientName } }),
    }));
  const help = [
    ...Object.values(DOCS).map(({ label, href }) => ({
      id: `docs ${href}`,
      label,
      keywords: 'help documentation',
      leftSection: <IconBook2 {...ICON} />,
      onClick: () => void window.open(href, '_blank', 'noreferrer'),
    })),
    ...TOURS.filter((tour) => isVisible(tour, { client, user })).map((tour) => ({
      id: `tour ${tour.id}`,
      label: `Tour: ${tour.title}`,
      leftSection: <IconRoute {...ICON} />,
      onClick: () => startTour(tour),
    })),
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      leftSection: <IconKeyboard {...ICON} />,
      onClick: dialogs.onOpenKeys,
    },
  ];
  const groups: PaletteGroup[] = [
    { group: 'Pages', actions: entries.filter(({ section }) => section === undefined).map(toAction) },
    { group: 'Settings', actions: entries.filter(({ section }) => section === 'Settings').map(toAction) },
    { group: 'Actions', actions: [...useWorkActions(dialogs.onAddDataPoint), ...useOwnActions()] },
    { group: 'Accounts', actions: accounts },
    { group: 'Help', actions: help },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}

/** Actions on the account's companies. */
function useWorkActions(onAddDataPoint: () => void): PaletteAction[] {
  const client = useClient();
  const user = useUser();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const openInExplorer = useOpenInExplorer();
  const canAddDataPoints = useAddProblem() === null;
  const { clientName } = client;
  const hasDataset = client.datasetVersion !== null;
  const offered: (PaletteAction | false)[] = [
    hasDataset && {
      id: 'filter',
      label: 'Filter companies',
      keywords: 'search conditions',
      leftSection: <IconFilter {...ICON} />,
      onClick: () => openInExplorer('show-filters'),
    },
    hasDataset && {
      id: 'new tag',
      label: 'Create new tag',
      keywords: 'add label list talk track',
      leftSection: <IconTagPlus {...ICON} />,
      onClick: () => openInExplorer('show-filters'),
    },
    hasFeature('markets', client, user) && {
      id: 'new market',
      label: 'Create market',
      keywords: 'add new source criteria',
      leftSection: <IconTargetArrow {...ICON} />,
      onClick: () =>
        void navigate({ to: '/app/$clientName/markets/explore/$marketId', params: { clientName, marketId: 'new' } }),
    },
    hasDataset && {
      id: 'export',
      label: 'Export companies',
      keywords: 'csv parquet download linkedin ads file',
      leftSection: <IconFileExport {...ICON} />,
      onClick: () => openInExplorer('export'),
    },
    canAddDataPoints && {
      id: 'new data point',
      label: 'Add data point',
      keywords: 'new column field',
      leftSection: <IconPlus {...ICON} />,
      onClick: onAddDataPoint,
    },
    {
      id: 'refresh',
      label: 'Refresh what is shown',
      keywords: 'reload update data',
      leftSection: <IconRefresh {...ICON} />,
      onClick: () => void cache.invalidateQueries(),
    },
  ];
  return offered.filter((action) => action !== false);
}

/** Actions on the person's own sign-in and screen. */
function useOwnActions(): PaletteAction[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return [
    {
      id: 'colours',
      label: isDark ? 'Use light colours' : 'Use dark colours',
      keywords: 'theme dark light mode',
      leftSection: isDark ? <IconSun {...ICON} /> : <IconMoon {...ICON} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'password',
      label: 'Change password',
      leftSection: <IconPassword {...ICON} />,
      onClick: () => void navigate({ to: '/change-password' }),
    },
    {
      id: 'logout',
      label: 'Logout',
      keywords: 'sign out',
      leftSection: <IconLogout {...ICON} />,
      onClick: () => void navigate({ to: '/logout' }),
    },
  ];
}
