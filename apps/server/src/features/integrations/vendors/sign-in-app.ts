import { AppError } from '@quarry/contracts';
import type { CrmApp } from '#server/platform/config.ts';
import type { VendorSignIn } from './vendor.ts';

/** The app that this installation is to the CRM. Throws if whoever runs it has not set one up. */
export function requireApp(app: CrmApp | null, crm: string): CrmApp {
  if (app !== null) return app;
  throw new AppError(
    'INTEGRATION_INCORRECTLY_CONFIGURED',
    `This installation has no app for ${crm}. Whoever runs it can add one to its settings.`,
  );
}

/**
 * The API's address that came with a token, without a trailing slash. It is data from outside and gets the token, so it
 * must be at the vendor's domain or, where the settings lead elsewhere, on the host that they name.
 */
export function checkApiUrl(address: string, domains: readonly string[], settingsUrls: readonly string[]): string {
  const url = URL.parse(address);
  const isAtVendor = ({ hostname }: URL) =>
    domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  const isTrusted = settingsUrls.some((text) => {
    const settings = new URL(text);
    if (url === null || url.username !== '' || url.password !== '') return false;
    return isAtVendor(settings)
      ? url.protocol === 'https:' && url.port === '' && isAtVendor(url)
      : url.protocol === settings.protocol && url.hostname === settings.hostname;
  });
  if (url === null || !isTrusted)
    throw new Error('The address of the API that came with the token is not at the vendor');
  return url.origin;
}

type Grant = Parameters<VendorSignIn['tokenRequest']>[0];

/** What every vendor asks for in exchange for tokens. */
export function grantForm(grant: Grant): Record<string, string> {
  return grant.kind === 'code'
    ? { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUri }
    : { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
}
