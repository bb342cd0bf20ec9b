import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconDots } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePopup } from './popup/use-popup.ts';

const loadMenu = () => import('./HeaderMenu.tsx');
const HeaderMenu = lazy(loadMenu);

/** A quiet action in a page's header. */
export interface HeaderAction {
  readonly label: string;
  readonly Icon: Icon;
  readonly isDisabled?: boolean;
  /** The action's name in guided tours. */
  readonly tour?: string;
  readonly run: () => void;
}

/** Quiet actions beside a page's primary one: buttons on wide windows, else a menu. */
export function HeaderActions({ actions }: { actions: readonly HeaderAction[] }) {
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load: loadMenu });
  if (isWide) {
    return actions.map(({ label, Icon, isDisabled, tour, run }) => (
      <Button
        key={label}
        size="xs"
        px={8}
        variant="subtle"
        color="gray"
        data-tour={tour}
        leftSection={<Icon size={16} aria-hidden="true" />}
        disabled={isDisabled === true}
        onClick={run}
      >
        {label}
      </Button>
    ));
  }
  return (
    <>
      <ActionIcon
        {...trigger}
        size={30}
        aria-label="More actions"
        data-tour={actions.find(({ tour }) => tour !== undefined)?.tour}
      >
        <IconDots size={18} aria-hidden="true" />
      </ActionIcon>
      <Suspense>{hasOpened && <HeaderMenu popup={popup} actions={actions} />}</Suspense>
    </>
  );
}
