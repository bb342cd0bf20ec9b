import { Outlet } from '@tanstack/react-router';

/** What every page has in common. */
export default function Root() {
  return <Outlet />;
}
