import { z } from 'zod';
import type { CrmSettings } from '#server/platform/config.ts';
import { grantForm, requireApp } from '../sign-in-app.ts';
import type { VendorSignIn } from '../vendor.ts';
import { paths } from './version.ts';

export const SCOPES = [
  'oauth',
  'crm.objects.companies.read',
  'crm.objects.companies.write',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.schemas.companies.read',
  'crm.schemas.companies.write',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
];

const tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  scopes: z.array(z.string()).nullish(),
  scope: z.string().nullish(),
});

const refusal = z.looseObject({
  error: z.string().nullish(),
  status: z.string().nullish(),
  message: z.string().nullish(),
});

export function hubspotSignIn({ app, authUrl, apiUrl }: CrmSettings['hubspot']): VendorSignIn {
  return {
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: requireApp(app, 'HubSpot').clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
      return `${authUrl}/oauth/authorize?${query.toString()}`;
    },
    tokenRequest(grant) {
      const { clientId, clientSecret } = requireApp(app, 'HubSpot');
      return {
        url: `${apiUrl}${paths.token}`,
        headers: {},
        form: {
          ...grantForm(grant),
          ...(grant.kind === 'code' ? { code_verifier: grant.codeVerifier } : {}),
          client_id: clientId,
          client_secret: clientSecret,
        },
      };
    },
    readTokens(body) {
      const answer = tokens.parse(body);
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token ?? null,
        expiresInSeconds: answer.expires_in ?? null,
        scopes: answer.scopes ?? answer.scope?.split(' ') ?? null,
        apiUrl,
      };
    },
    isDeadToken(status, body) {
      const read = refusal.safeParse(body);
      if (!read.success || status < 400 || status >= 500) return false;
      const { error, status: code, message } = read.data;
      return [error, code, message].some((text) => /invalid_grant|BAD_REFRESH_TOKEN/i.test(text ?? ''));
    },
  };
}
