import { Button } from '@mantine/core';
import type { AccountUser } from '@quarry/contracts';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useCallback, useState } from 'react';
import { useClient, usePermission, useUser } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { DOCS } from '../help/docs-links.ts';
import { usersQuery } from './queries.ts';
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
  const columns = useCallback(
    (width: number) => userColumns({ ownUserId: userId, width, onModify: setUserToModify, onRemove: setUserToRemove }),
    [userId],
  );
  return (
    <ListPage
      title="User Management"
      label="Users"
      noun="user"
      query={users}
      rows={users.data}
      total={users.data?.length}
      columns={columns}
      rowKey={keyOfUser}
      rowLabel={nameOfUser}
      actions={
        <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
          Invite user
        </Button>
      }
      empty={
        <EmptyState
          title="There are no users in your account"
          icon={<IconUsers size={28} aria-hidden="true" />}
          docs={{ href: DOCS.users.href, label: 'How user management works' }}
          action={<Button onClick={() => setInviting(true)}>Invite the first user</Button>}
        >
          Invite the people who should work with these companies.
        </EmptyState>
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
