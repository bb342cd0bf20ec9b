import { type Client, type FeatureFlag, getClient, getUser, type User, type UserPermission } from '@quarry/contracts';
import { queryOptions } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from './api.ts';

const REFRESH_MS = 60_000;
const RETRY_MS = 30_000;

export function clientQuery(clientName: string) {
  return queryOptions({
    queryKey: ['client', clientName],
    queryFn: ({ signal }) => call(getClient, {}, { client: clientName, signal }),
    refetchInterval: (query) => (query.state.status === 'error' ? RETRY_MS : REFRESH_MS),
    retry: false,
  });
}

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => (await call(getUser, {}, { signal })).user,
  staleTime: 60_000,
});

const ClientContext = createContext<Client | null>(null);
const UserContext = createContext<User | null>(null);

/** Provides the account and the signed-in person to an account's pages. */
export function ClientProvider(props: { client: Client; user: User; children: ReactNode }) {
  return (
    <UserContext value={props.user}>
      <ClientContext value={props.client}>{props.children}</ClientContext>
    </UserContext>
  );
}

/** Provides the signed-in person to pages that belong to no account. */
export function UserProvider(props: { user: User; children: ReactNode }) {
  return <UserContext value={props.user}>{props.children}</UserContext>;
}

/** The name of the account whose page this is; undefined on pages that belong to no account. */
export function useClientName(): string | undefined {
  return useContext(ClientContext)?.clientName;
}

/** Throws outside an account's pages. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient is only for pages of an account');
  return client;
}

/** Throws on pages for which nobody has to sign in. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser is only for pages of signed-in people');
  return user;
}

export function useFeatureFlag(flag: FeatureFlag): boolean {
  return useClient().featureFlags.includes(flag);
}

export function usePermission(permission: UserPermission): boolean {
  return useClient().userPermissions.includes(permission);
}
