import { z } from 'zod';
import { Refused } from '../stand-in.ts';
import { refuse } from './problem.ts';
import type { SalesforceStandIn } from './salesforce-stand-in.ts';

const IDENTITY = '/id/00DA00000000001EAA/005A00000000001EAA';

const tokenForm = z.strictObject({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string().optional(),
  code: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** Consent, tokens, the organisation's limits. */
export function addSignInCalls(salesforce: SalesforceStandIn): void {
  const { server, oauth } = salesforce;
  server.app.get<{ Querystring: Record<string, string> }>('/services/oauth2/authorize', async ({ query }, reply) => {
    const isWellFormed = query.response_type === 'code' && query.code_challenge_method === 'S256';
    const consent = isWellFormed ? oauth.consent(query) : { error: 'invalid_request' };
    if ('error' in consent) throw refuse(400, 'INVALID_REQUEST', consent.error);
    return reply.redirect(consent.redirect);
  });
  server.app.post('/services/oauth2/token', async ({ body }) => {
    const form = server.accept(tokenForm, body);
    if (!oauth.isClient(form.client_id, form.client_secret)) {
      throw new Refused(400, { error: 'invalid_client_id', error_description: 'client identifier invalid' });
    }
    const granted = oauth.grant(form);
    if ('error' in granted) {
      throw new Refused(400, { error: granted.error, error_description: 'expired access/refresh token' });
    }
    return {
      access_token: granted.accessToken,
      ...(granted.refreshToken === null ? {} : { refresh_token: granted.refreshToken }),
      instance_url: server.url,
      id: `${server.url}${IDENTITY}`,
      token_type: 'Bearer',
      issued_at: String(Date.now()),
      signature: 'c2lnbmF0dXJl',
      scope: oauth.options.scopes.join(' '),
    };
  });
  server.app.get('/services/data/v66.0/', async () => ({
    identity: `${server.url}${IDENTITY}`,
    sobjects: '/services/data/v66.0/sobjects',
    query: '/services/data/v66.0/query',
  }));
  server.app.get('/services/data/v66.0/limits', async () => ({
    DailyApiRequests: {
      Max: salesforce.dailyCalls,
      Remaining: Math.max(0, salesforce.dailyCalls - salesforce.usedCalls),
    },
  }));
}
