import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { readAuthConfig } from './auth-config.ts';
import { changeOwnPassword } from './change-password.ts';
import { setFirstPassword } from './confirm-new-password.ts';
import { setPasswordByCode } from './confirm-reset-password.ts';
import { signInWithCode } from './exchange-oidc-code.ts';
import { readClient } from './get-client.ts';
import { readUser } from './get-user.ts';
import { readUserSettings } from './get-user-settings.ts';
import { renewSession } from './refresh-session.ts';
import { mailResetCode } from './reset-password.ts';
import { keepClientSettings } from './save-client-settings.ts';
import { keepUserSettings } from './save-user-settings.ts';
import { signInWithPassword } from './sign-in.ts';
import { endSession } from './sign-out.ts';

/** Signing in and out, the account and what is remembered in it. */
export const accountDoors: readonly Door[] = [
  door(contracts.authConfig, readAuthConfig),
  door(contracts.signIn, signInWithPassword),
  door(contracts.confirmNewPassword, setFirstPassword),
  door(contracts.exchangeOidcCode, signInWithCode),
  door(contracts.refreshSession, renewSession),
  door(contracts.signOut, endSession),
  door(contracts.resetPassword, mailResetCode),
  door(contracts.confirmResetPassword, setPasswordByCode),
  door(contracts.changePassword, changeOwnPassword),
  door(contracts.getUser, readUser),
  door(contracts.getClient, readClient),
  door(contracts.saveClientSettings, keepClientSettings),
  door(contracts.getUserSettings, readUserSettings),
  door(contracts.saveUserSettings, keepUserSettings),
];
