import './kit.css';
import './fonts/inter.css';
import './styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { ExpiredSession } from './features/accounts/ExpiredSession.tsx';
import { appPath } from './lib/app-path.ts';
import { preloadPage } from './lib/preload-page.ts';
import { queryClient } from './lib/query-client.ts';
import { followOtherTabs, mayBeSignedIn, onSessionEnd } from './lib/session.ts';
import { reloadOnNewVersion } from './lib/version-check.ts';
import { router } from './router.tsx';
import { COLOR_SCHEME_KEY, cssVariables, theme } from './theme.ts';
import { ToastArea } from './ui/ToastArea.tsx';

// Zod's faster parsing generates code, which the content security policy forbids.
config({ jitless: true });

onSessionEnd(() => {
  queryClient.clear();
  const here = router.state.location;
  if (here.pathname.startsWith('/log')) return;
  const next = appPath(here.href);
  void router.navigate({ to: '/login', search: next === '/app' ? {} : { next }, ignoreBlocker: true });
});
followOtherTabs();
reloadOnNewVersion(router);
if (mayBeSignedIn()) preloadPage(router);

const colorScheme = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });
const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root element');

createRoot(element).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastArea />
        <ExpiredSession />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
