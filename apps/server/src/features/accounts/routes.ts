import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { changePassword } from './change-password.ts';
import { confirmNewPassword } from './confirm-new-password.ts';
import { confirmResetPassword } from './confirm-reset-password.ts';
import { changeClientCredits } from './credits/change-client-credits.ts';
import { getClientCredits } from './credits/get-client-credits.ts';
import { listCreditEntries } from './credits/list-credit-entries.ts';
import { exchangeOidcCode } from './exchange-oidc-code.ts';
import { getAuthConfig } from './get-auth-config.ts';
import { getClient } from './get-client.ts';
import { getUser } from './get-user.ts';
import { getUserSettings } from './get-user-settings.ts';
import { refreshSession } from './refresh-session.ts';
import { resetPassword } from './reset-password.ts';
import { saveClientSettings } from './save-client-settings.ts';
import { saveUserSettings } from './save-user-settings.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** Sign-in, the signed-in user, the account and their settings. */
export const accountDoors: readonly Door[] = [
  door(contracts.getAuthConfig, getAuthConfig),
  door(contracts.signIn, signIn),
  door(contracts.confirmNewPassword, confirmNewPassword),
  door(contracts.exchangeOidcCode, exchangeOidcCode),
  door(contracts.refreshSession, refreshSession),
  door(contracts.signOut, signOut),
  door(contracts.resetPassword, resetPassword),
  door(contracts.confirmResetPassword, confirmResetPassword),
  door(contracts.changePassword, changePassword),
  door(contracts.getUser, getUser),
  door(contracts.getClient, getClient),
  door(contracts.saveClientSettings, saveClientSettings),
  door(contracts.getUserSettings, getUserSettings),
  door(contracts.saveUserSettings, saveUserSettings),
  door(contracts.listCreditEntries, listCreditEntries),
  door(contracts.getClientCredits, getClientCredits),
  door(contracts.changeClientCredits, changeClientCredits),
];
