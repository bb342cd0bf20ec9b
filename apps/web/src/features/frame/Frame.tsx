import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Banners } from './Banners.tsx';
import classes from './Frame.module.css';
import { SideNav } from './SideNav.tsx';
import { useFrameDialogs } from './use-frame-dialogs.ts';

const CommandPalette = lazy(() => import('./palette/CommandPalette.tsx'));
const KeysDialog = lazy(() => import('./KeysDialog.tsx'));

// Outside the component, which remounts when the account changes.
let focusedPath: string | null = null;

/** Navigation beside the page, with banners, command palette and keyboard shortcuts. */
export function Frame(props: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const dialogs = useFrameDialogs();

  // Moving the focus announces a new page; on the first page the browser's default is right.
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (focusedPath !== null && (focusedPath !== pathname || isFocusLost)) main.current?.focus({ preventScroll: true });
    focusedPath = pathname;
  }, [pathname]);

  return (
    <div className={classes.frame}>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          // The hash of the address holds the page's state.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <SideNav onOpenPalette={dialogs.openPalette} onOpenKeys={dialogs.openKeys} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Banners />
        {props.children}
      </main>
      <Suspense>
        {dialogs.isPaletteMounted ? (
          <CommandPalette opened={dialogs.isPaletteOpen} onClose={dialogs.close} onOpenKeys={dialogs.openKeys} />
        ) : null}
        {dialogs.areKeysMounted ? <KeysDialog opened={dialogs.areKeysOpen} onClose={dialogs.close} /> : null}
      </Suspense>
    </div>
  );
}
