import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePopup } from '../../ui/popup/use-popup.ts';
import classes from './admin.module.css';

const load = () => import('./AdminHelpItems.tsx');
const AdminHelpItems = lazy(load);

/** A floating button that opens the documentation. */
export function AdminHelp() {
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load });
  return (
    <>
      <ActionIcon {...trigger} className={classes.help} variant="filled" radius="xl" size={40} aria-label="Help">
        <IconHelp size={22} aria-hidden />
      </ActionIcon>
      <Suspense>{hasOpened && <AdminHelpItems popup={popup} />}</Suspense>
    </>
  );
}
