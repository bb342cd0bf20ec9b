import { Button } from '@mantine/core';
import type { AccountUser } from '@quarry/contracts';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useMemo, useState } from 'react';
import { useClient, usePermission, useUser } from '../../lib/client-context.tsx';
import { searchOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { DOCS } from '../help/docs-links.ts';
import { usersQuery } from './queries.ts';
import { useResendInvitation } from './use-resend-invitation.ts';
import { userColumns } from './user-columns.tsx';

const InviteUser = lazy(() => import('./InviteUser.tsx'));
const ModifyPermissions = lazy(() => import('./ModifyPermissions.tsx'));
const RemoveUser = lazy(() => import('./RemoveUser.tsx'));

/** The account's members, for administrators. */
export default function UsersPage() {
  return usePermission('ADMIN') ? <UserList /> : <NoPermission />;
}

function UserList() {
  const { clientName } = useClient();
  const { userId } = useUser();
  const [isInviting, setInviting] = useState(false);
  const [userToModify, setUserToModify] = useState<AccountUser | null>(null);
  const [userToRemove, setUserToRemove] = useState<AccountUser | null>(null);
  const users = useQuery(usersQuery(clientName));
  const { search = '' } = useSearch({ from: '/signed-in/app/$clientName/settings/users' });
  const navigate = useNavigate({ from: '/app/$clientName/settings/users' });
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  const { mutate: resend } = useResendInvitation(clientName);
  const rows = useMemo(
    () => users.data?.filter(({ email }) => email.includes(search.toLowerCase())),
    [users.data, search],
  );
  const columns = useCallback(
    (width: number) =>
      userColumns({
        ownUserId: userId,
        width,
        onResend: resend,
        onModify: setUserToModify,
        onRemove: setUserToRemove,
      }),
    [userId, resend],
  );
  return (
    <ListPage
      title="User Management"
      label="Users"
      noun="user"
      query={users}
      rows={rows}
      total={users.data?.length}
      columns={columns}
      rowKey={keyOfUser}
      rowLabel={nameOfUser}
      actions={
        <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
          Invite user
        </Button>
      }
      toolbar={<SearchField noun="users" maxLength={255} search={search} onSearch={setSearch} />}
      empty={
        search !== '' ? (
          <NoMatches noun="users" onClear={() => setSearch('')} />
        ) : (
          <EmptyState
            title="There are no users in your account"
            icon={<IconUsers size={28} aria-hidden="true" />}
            docs={{ href: DOCS.users.href, label: 'How user management works' }}
            action={<Button onClick={() => setInviting(true)}>Invite the first user</Button>}
          >
            Invite the people who should work with these companies.
          </EmptyState>
        )
      }
    >
      {isInviting && <InviteUser onClose={() => setInviting(false)} />}
      {userToModify && <ModifyPermissions user={userToModify} onClose={() => setUserToModify(null)} />}
      {userToRemove && <RemoveUser user={userToRemove} onClose={() => setUserToRemove(null)} />}
    </ListPage>
  );
}

function keyOfUser(user: AccountUser): string {
  return user.userId;
}

function nameOfUser(user: AccountUser): string {
  return user.email;
}
