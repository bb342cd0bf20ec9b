import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { AccountUser } from '@quarry/contracts';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient, usePermission, useUser } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import list from '../../ui/list-page.module.css';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DOCS } from '../help/docs-links.ts';
import { usersQuery } from './queries.ts';
import { userColumns } from './user-columns.tsx';

const InviteUser = lazy(() => import('./InviteUser.tsx'));
const ModifyPermissions = lazy(() => import('./ModifyPermissions.tsx'));
const RemoveUser = lazy(() => import('./RemoveUser.tsx'));

/** Who belongs to the account, for its administrators. */
export default function UsersPage() {
  const { clientName } = useClient();
  return usePermission('ADMIN') ? <UserList clientName={clientName} /> : <NoPermission />;
}

function UserList({ clientName }: { clientName: string }) {
  const { userId } = useUser();
  const { ref, width } = useElementSize();
  const [isInviting, setInviting] = useState(false);
  const [modified, setModified] = useState<AccountUser | null>(null);
  const [removed, setRemoved] = useState<AccountUser | null>(null);
  const users = useQuery(usersQuery(clientName));
  const count = users.data?.length;
  const columns = useMemo(
    () => userColumns({ ownUserId: userId, width, onModify: setModified, onRemove: setRemoved }),
    [userId, width],
  );
  const invite = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
      Invite user
    </Button>
  );
  return (
    <div className={list.page}>
      <PageHeader
        title="User Management"
        clientName={clientName}
        context={count === undefined ? null : `${formatNumber(count)} ${count === 1 ? 'user' : 'users'}`}
        actions={invite}
      />
      <div className={list.content} ref={ref}>
        {users.isError && users.data === undefined ? (
          <ErrorState title="Failed to fetch users" error={users.error} onRetry={() => void users.refetch()} />
        ) : count === 0 ? (
          <EmptyState
            title="There are no users in your account"
            icon={<IconUsers size={28} aria-hidden="true" />}
            docs={{ href: DOCS.users.href, label: 'How user management works' }}
            action={<Button onClick={() => setInviting(true)}>Invite the first user</Button>}
          >
            Invite the people who should work with these companies.
          </EmptyState>
        ) : (
          <DataTable
            label="Users"
            columns={columns}
            rows={users.data ?? NO_ROWS}
            rowKey={keyOfUser}
            rowLabel={nameOfUser}
            isLoading={users.isPending}
            isArrangeable={false}
            skeletonRows={5}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {isInviting && <InviteUser onClose={() => setInviting(false)} />}
        {modified && <ModifyPermissions user={modified} onClose={() => setModified(null)} />}
        {removed && <RemoveUser user={removed} onClose={() => setRemoved(null)} />}
      </Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];

function keyOfUser(user: AccountUser): string {
  return user.userId;
}

function nameOfUser(user: AccountUser): string {
  return user.email;
}
