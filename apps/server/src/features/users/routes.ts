import { inviteUser, listUsers, modifyUser, removeUser } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addUser } from './invite-user.ts';
import { readUsers } from './list-users.ts';
import { changePermissions } from './modify-user.ts';
import { takeUserOut } from './remove-user.ts';

/** The members of an account, for its administrators. */
export const userDoors: readonly Door[] = [
  door(listUsers, readUsers),
  door(inviteUser, addUser),
  door(modifyUser, changePermissions),
  door(removeUser, takeUserOut),
];
