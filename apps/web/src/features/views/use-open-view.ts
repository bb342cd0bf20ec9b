import type { View } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { useUserSettings } from '../../lib/user-settings.ts';
import { viewsQuery } from './queries.ts';
import { inOrder } from './view-order.ts';

const NO_VIEWS: readonly View[] = [];
const NO_ORDER: readonly string[] = [];

/** The view that the address names, among those that the person sees. */
export interface OpenView {
  readonly viewId: string | null;
  /** Undefined while the views load, and if there is no such view. */
  readonly view: View | undefined;
  /** In the person's order. */
  readonly views: readonly View[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

export function useOpenView(): OpenView {
  const { clientName } = useClient();
  const { history } = useRouter();
  const viewId = useSyncExternalStore(
    useCallback((listener) => history.subscribe(listener), [history]),
    () => new URLSearchParams(history.location.search).get('view'),
  );
  const { data, error, isPending, refetch } = useQuery(viewsQuery(clientName));
  const order = useUserSettings().settings?.viewOrder ?? NO_ORDER;
  const views = useMemo(() => inOrder(data ?? NO_VIEWS, order), [data, order]);
  return {
    viewId,
    view: viewId === null ? undefined : views.find(({ id }) => id === viewId),
    views,
    isLoading: isPending,
    error: data === undefined ? error : null,
    refetch: () => void refetch(),
  };
}
