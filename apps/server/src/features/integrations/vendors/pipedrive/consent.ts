import { z } from 'zod';
import type { CrmSettings } from '#server/platform/config.ts';
import { checkApiUrl, grantForm, requireApp } from '../sign-in-app.ts';
import type { VendorSignIn } from '../vendor.ts';

/** They are set on the app, not asked for. */
export const SCOPES = ['base', 'contacts:full', 'contact-fields:full'];

const tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  scope: z.string().nullish(),
  api_domain: z.string(),
});

const refusal = z.looseObject({ error: z.string() });

export function pipedriveSignIn({ app, authUrl }: CrmSettings['pipedrive']): VendorSignIn {
  return {
    authorizeUrl({ redirectUri, state }) {
      const query = new URLSearchParams({
        client_id: requireApp(app, 'Pipedrive').clientId,
        redirect_uri: redirectUri,
        state,
      });
      return `${authUrl}/oauth/authorize?${query.toString()}`;
    },
    tokenRequest(grant) {
      const { clientId, clientSecret } = requireApp(app, 'Pipedrive');
      const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      return {
        url: `${authUrl}/oauth/token`,
        headers: { authorization: `Basic ${credentials}` },
        form: grantForm(grant),
      };
    },
    readTokens(body) {
      const answer = tokens.parse(body);
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token ?? null,
        expiresInSeconds: answer.expires_in ?? null,
        scopes: answer.scope?.split(/[ ,]+/) ?? null,
        apiUrl: checkApiUrl(answer.api_domain, ['pipedrive.com'], [authUrl]),
      };
    },
    isDeadToken(status, body) {
      const read = refusal.safeParse(body);
      return status >= 400 && status < 500 && read.success && read.data.error === 'invalid_grant';
    },
  };
}
