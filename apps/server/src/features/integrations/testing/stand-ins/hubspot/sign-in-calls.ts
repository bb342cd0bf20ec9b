import { z } from 'zod';
import { Refused } from '../stand-in.ts';
import type { HubspotStandIn } from './hubspot-stand-in.ts';
import { problem } from './problem.ts';

const tokenForm = z.strictObject({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string().optional(),
  code: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

/** Consent, tokens and the facts of the portal. */
export function addSignInCalls(hubspot: HubspotStandIn): void {
  const { app } = hubspot.server;
  app.get<{ Querystring: Record<string, string> }>('/oauth/authorize', async ({ query }, reply) => {
    const consent = hubspot.oauth.consent(query);
    if ('error' in consent) throw new Refused(400, problem('VALIDATION_ERROR', consent.error));
    return reply.redirect(consent.redirect);
  });
  app.post('/oauth/2026-09/token', async ({ body }) => {
    const form = hubspot.server.accept(tokenForm, body);
    if (!hubspot.oauth.isClient(form.client_id, form.client_secret)) {
      throw new Refused(400, {
        error: 'invalid_client',
        error_description: 'missing or invalid client id',
        status: 'BAD_CLIENT_ID',
      });
    }
    const granted = hubspot.oauth.grant(form);
    if ('error' in granted) {
      const status = form.grant_type === 'refresh_token' ? 'BAD_REFRESH_TOKEN' : 'BAD_AUTH_CODE';
      throw new Refused(400, {
        error: granted.error,
        error_description: 'missing or invalid token',
        status,
        message: status,
      });
    }
    return {
      token_type: 'bearer',
      access_token: granted.accessToken,
      refresh_token: granted.refreshToken ?? form.refresh_token,
      expires_in: hubspot.oauth.options.accessTokenSeconds,
      hub_id: Number(hubspot.portalId),
      scopes: hubspot.oauth.options.scopes,
    };
  });
  app.get('/account-info/2026-09/details', async () => ({
    portalId: Number(hubspot.portalId),
    accountType: 'STANDARD',
    timeZone: 'US/Eastern',
    companyCurrency: 'USD',
    additionalCurrencies: [],
    utcOffset: '-05:00',
    utcOffsetMilliseconds: -18_000_000,
    uiDomain: 'app.hubspot.com',
    dataHostingLocation: 'na1',
  }));
}
