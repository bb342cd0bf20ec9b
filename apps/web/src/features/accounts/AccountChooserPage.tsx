import { Alert, Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import type { UserClient } from '@quarry/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { appPath } from '../../lib/app-path.ts';
import { userQuery } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './AccountChooser.module.css';
import { SignInLayout } from './SignInLayout.tsx';

const LIST_HEIGHT = 400;
const NO_ACCOUNTS = 'You do not have access to any accounts. Please contact support.';

function accountHref(clientName: string, path: string | undefined): string {
  const child = path ? `/${path.replace(/^\/+/, '')}` : '';
  return appPath(`/app/${encodeURIComponent(clientName)}${child}`);
}

const ROLES: Readonly<Record<UserClient['role'], string>> = { ADMIN: 'Admin', USER: 'User', STAFF: 'Staff access' };

const factsOf = ({ role, companiesCnt }: UserClient): string =>
  `${ROLES[role]} · ${companiesCnt === null ? 'no companies yet' : plural(companiesCnt, 'company', 'companies')}`;

/** /app: the account chooser. A single account opens at once, at `path` if given. */
export default function AccountChooserPage() {
  const { path } = useSearch({ from: '/signed-in/app' });
  const refused = useLocation({ select: (location) => location.state.refusedClient });
  const user = useQuery(userQuery);

  if (user.isPending) return <LoadingState label="Loading your accounts" height="100%" />;
  if (user.isError) {
    return (
      <SignInLayout title="Sorry, an error occurred.">
        <ErrorState error={user.error} onRetry={() => void user.refetch()} />
      </SignInLayout>
    );
  }
  const { clients, staffPermissions } = user.data;
  const [first] = clients;
  if (clients.length === 1 && first && first.clientName !== refused) {
    return <Navigate to={accountHref(first.clientName, path)} replace />;
  }
  const canOpenAny = staffPermissions.includes('VIEW_ANY_ACCOUNT');
  return (
    <SignInLayout title="Choose an account" intro={user.data.email}>
      <Stack gap="md">
        {refused !== undefined ? (
          <Alert color="red" role="alert">
            You do not have access to the account {refused}.
          </Alert>
        ) : null}
        {clients.length > 0 ? (
          <ul className={classes.list} style={{ maxHeight: LIST_HEIGHT }} aria-label="Accounts">
            {clients.map((account) => (
              <li key={account.clientName}>
                <Link to={accountHref(account.clientName, path)} className={classes.account}>
                  <span>
                    {account.clientName}
                    <span className={classes.facts}>{factsOf(account)}</span>
                  </span>
                  <IconChevronRight size={16} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {clients.length === 0 && !canOpenAny ? <Alert color="red">{NO_ACCOUNTS}</Alert> : null}
        {canOpenAny ? <OpenByName path={path} /> : null}
        <Group justify="center">
          <Anchor component={Link} to="/logout" size="sm" preload={false}>
            Logout
          </Anchor>
        </Group>
      </Stack>
    </SignInLayout>
  );
}

// Staff may open accounts that are not in their list.
function OpenByName(props: { path: string | undefined }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  function open(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') void navigate({ href: accountHref(name.trim(), props.path) });
  }
  return (
    <form onSubmit={open}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Staff: open any account"
          placeholder="Name of the account"
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Open
        </Button>
      </Group>
    </form>
  );
}
