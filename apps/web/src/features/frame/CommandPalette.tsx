import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconBook2,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPassword,
  IconRoute,
  IconSearch,
  IconSun,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { DOCS } from '../help/docs-links.ts';
import { isVisible } from './access.ts';
import { NAV_ENTRIES } from './nav-entries.ts';
import { TOURS } from './tours.ts';
import { useTour } from './use-tour.ts';

const [store, spotlight] = createSpotlight();
const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function usePaletteActions(onOpenKeys: () => void): SpotlightActionGroupData[] {
  const client = useClient();
  const user = useUser();
  const navigate = useNavigate();
  const startTour = useTour();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const { clientName } = client;

  const pages = NAV_ENTRIES.filter((entry) => isVisible(entry, { client, user })).map((entry) => ({
    id: `page ${entry.label}`,
    label: entry.label,
    keywords: entry.keywords ?? '',
    leftSection: <entry.icon {...ICON} />,
    onClick: () => void navigate({ to: entry.to, params: { clientName } }),
  }));
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
      onClick: onOpenKeys,
    },
  ];
  const actions = [
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
  return [
    { group: 'Pages', actions: pages },
    ...(accounts.length > 0 ? [{ group: 'Accounts', actions: accounts }] : []),
    { group: 'Actions', actions },
    { group: 'Help', actions: help },
  ];
}

/** Finds every page and action by typing. */
export default function CommandPalette(props: { opened: boolean; onClose: () => void; onOpenKeys: () => void }) {
  const actions = usePaletteActions(props.onOpenKeys);
  useEffect(() => {
    if (props.opened) spotlight.open();
    else spotlight.close();
  }, [props.opened]);
  return (
    <Spotlight
      store={store}
      actions={actions}
      shortcut={null}
      nothingFound="Nothing found"
      highlightQuery
      scrollable
      maxHeight={420}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Search pages and actions' } }}
      onSpotlightClose={props.onClose}
      searchProps={{
        leftSection: <IconSearch {...ICON} />,
        placeholder: 'Search pages and actions',
        'aria-label': 'Search pages and actions',
      }}
    />
  );
}
