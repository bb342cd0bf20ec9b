import { ActionIcon, Badge, Menu } from '@mantine/core';
import type { AccountUser } from '@quarry/contracts';
import { IconDots, IconMail, IconShieldCog, IconUserMinus } from '@tabler/icons-react';
import { formatInstant, relativeInstant } from '../../lib/format.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import classes from './users.module.css';

const STATE_WIDTH = 180;
const SIGNED_IN_WIDTH = 150;
const ACTIONS_WIDTH = 100;
const MIN_USER_WIDTH = 320;

export interface UserColumnOptions {
  /** The signed-in person, whose row has no menu. */
  readonly ownUserId: string;
  /** Width of the table in pixels; the user column takes the rest. */
  readonly width: number;
  readonly onResend: (user: AccountUser) => void;
  readonly onModify: (user: AccountUser) => void;
  readonly onRemove: (user: AccountUser) => void;
}

export function userColumns(options: UserColumnOptions): TableColumn<AccountUser>[] {
  return [
    {
      id: 'user',
      header: 'User',
      width: Math.max(MIN_USER_WIDTH, options.width - STATE_WIDTH - SIGNED_IN_WIDTH - ACTIONS_WIDTH),
      isLocked: true,
      cell: (user) => (
        <span className={classes.user}>
          <span className={classes.email} data-hint-overflow="">
            {user.email}
          </span>
          {user.userId === options.ownUserId && <span className={classes.muted}>you</span>}
          {user.userPermissions.includes('ADMIN') && (
            <Badge className={classes.badge} variant="light" size="sm" tt="none">
              Admin
            </Badge>
          )}
        </span>
      ),
      copy: (user) => user.email,
    },
    {
      id: 'state',
      header: 'State',
      width: STATE_WIDTH,
      cell: (user) =>
        user.isPendingAcceptance ? (
          <StateBadge state="pending" tooltip="Invited, but has not opened the account yet">
            Pending acceptance
          </StateBadge>
        ) : (
          <span className={classes.muted}>Active</span>
        ),
      copy: (user) => (user.isPendingAcceptance ? 'Pending acceptance' : 'Active'),
    },
    {
      id: 'lastSignedInAt',
      header: 'Last sign-in',
      width: SIGNED_IN_WIDTH,
      cell: ({ lastSignedInAt }) =>
        lastSignedInAt === null ? (
          <span className={classes.muted}>–</span>
        ) : (
          <span data-hint={formatInstant(lastSignedInAt)}>{relativeInstant(lastSignedInAt)}</span>
        ),
      copy: ({ lastSignedInAt }) => lastSignedInAt ?? '',
    },
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (user) => (user.userId === options.ownUserId ? null : <UserMenu user={user} options={options} />),
    },
  ];
}

function UserMenu({ user, options }: { user: AccountUser; options: UserColumnOptions }) {
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon size={26} aria-label={`More actions for ${user.email}`}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.isPendingAcceptance && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden="true" />} onClick={() => options.onResend(user)}>
            Send invitation again
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconShieldCog size={16} aria-hidden="true" />} onClick={() => options.onModify(user)}>
          Modify Permissions
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconUserMinus size={16} aria-hidden="true" />}
          onClick={() => options.onRemove(user)}
        >
          Remove User
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
