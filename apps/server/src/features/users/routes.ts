import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { inviteUser } from './invite-user.ts';
import { listUsers } from './list-users.ts';
import { modifyUser } from './modify-user.ts';
import { removeUser } from './remove-user.ts';
import { resendInvitation } from './resend-invitation.ts';

/** The members of an account, for its administrators. */
export const userDoors: readonly Door[] = [
  door(contracts.listUsers, listUsers),
  door(contracts.inviteUser, inviteUser),
  door(contracts.resendInvitation, resendInvitation),
  door(contracts.modifyUser, modifyUser),
  door(contracts.removeUser, removeUser),
];
