import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { UserProvider, userQuery } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { AdminHelp } from './AdminHelp.tsx';
import { AdminNav } from './AdminNav.tsx';
import classes from './admin.module.css';

/** Frames the pages of /admin, for staff: the side menu, the page, and help. */
export default function AdminFrame() {
  const user = useQuery(userQuery);
  if (user.data === undefined) {
    return user.isError ? (
      <main>
        <ErrorState title="You could not be identified" error={user.error} onRetry={() => void user.refetch()} />
      </main>
    ) : (
      <LoadingState label="Loading" height="100vh" />
    );
  }
  return (
    <UserProvider user={user.data}>
      <div className={classes.frame}>
        <AdminNav />
        <main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <Suspense fallback={<LoadingState label="Loading" height={200} />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
        <AdminHelp />
      </div>
    </UserProvider>
  );
}
