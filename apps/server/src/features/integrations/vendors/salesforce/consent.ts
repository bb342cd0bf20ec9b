import { z } from 'zod';
import type { CrmSettings } from '#server/platform/config.ts';
import { checkApiUrl, grantForm, requireApp } from '../sign-in-app.ts';
import type { VendorSignIn } from '../vendor.ts';

export const SCOPES = ['api', 'refresh_token'];
const API_DOMAINS = ['salesforce.com', 'force.com'];

const tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  instance_url: z.string(),
  scope: z.string().nullish(),
});

const refusal = z.looseObject({ error: z.string() });

export function salesforceSignIn({ app, loginUrl, sandboxLoginUrl }: CrmSettings['salesforce']): VendorSignIn {
  const hostOf = (isSandbox: boolean) => (isSandbox ? sandboxLoginUrl : loginUrl);
  return {
    authorizeUrl({ redirectUri, state, codeChallenge, isSandbox }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: requireApp(app, 'Salesforce').clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
      return `${hostOf(isSandbox)}/services/oauth2/authorize?${query.toString()}`;
    },
    tokenRequest(grant) {
      const { clientId, clientSecret } = requireApp(app, 'Salesforce');
      return {
        url: `${hostOf(grant.isSandbox)}/services/oauth2/token`,
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
        // The session settings of the organisation decide.
        expiresInSeconds: null,
        scopes: answer.scope?.split(' ') ?? null,
        apiUrl: checkApiUrl(answer.instance_url, API_DOMAINS, [loginUrl, sandboxLoginUrl]),
      };
    },
    isDeadToken(status, body) {
      const read = refusal.safeParse(body);
      return status >= 400 && status < 500 && read.success && read.data.error === 'invalid_grant';
    },
  };
}
