import { z } from 'zod';
import { Refused } from '../stand-in.ts';
import { codeOf, standInField } from './fields.ts';
import type { ObjectType, PipedriveStandIn } from './pipedrive-stand-in.ts';
import { problem, refuse } from './problem.ts';

const tokenForm = z.strictObject({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  redirect_uri: z.string().optional(),
  code: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** Consent, tokens and the account. */
export function addSignInCalls({ server, oauth }: PipedriveStandIn): void {
  server.app.get<{ Querystring: Record<string, string> }>('/oauth/authorize', async ({ query }, reply) => {
    const consent = oauth.consent(query);
    if ('error' in consent) throw refuse(400, consent.error);
    return reply.redirect(consent.redirect);
  });
  server.app.post('/oauth/token', async ({ body, headers }) => {
    const form = server.accept(tokenForm, body);
    const [id, secret] = atob((headers.authorization ?? '').replace(/^Basic /, '')).split(':');
    if (!oauth.isClient(id, secret)) {
      throw new Refused(401, { ...problem('invalid_client'), message: 'Client authentication failed' });
    }
    const granted = oauth.grant(form);
    if ('error' in granted) throw new Refused(400, { success: false, message: 'Invalid grant', error: granted.error });
    return {
      access_token: granted.accessToken,
      token_type: 'Bearer',
      refresh_token: granted.refreshToken ?? form.refresh_token,
      scope: oauth.options.scopes.join(' '),
      expires_in: oauth.options.accessTokenSeconds,
      api_domain: server.url,
    };
  });
  server.app.get('/api/v1/users/me', async () => ({
    success: true,
    data: {
      id: 1,
      name: 'A person',
      default_currency: 'EUR',
      company_id: 815,
      company_name: 'Stand-in Ltd',
      company_domain: 'stand-in',
    },
  }));
}

const created = z.strictObject({
  field_name: z.string().min(1).max(255),
  field_type: z.enum([
    'varchar',
    'text',
    'double',
    'phone',
    'date',
    'daterange',
    'time',
    'timerange',
    'set',
    'enum',
    'varchar_auto',
    'address',
    'monetary',
    'org',
    'people',
    'user',
  ]),
  options: z.array(z.strictObject({ label: z.string().min(1) })).optional(),
});
const moreOptions = z.array(z.strictObject({ label: z.string().min(1) })).min(1);
const listed = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().optional(),
});

/** The calls about the fields of organizations and persons. */
export function addFieldCalls(pipedrive: PipedriveStandIn): void {
  const { server } = pipedrive;
  const types: [ObjectType, string][] = [
    ['organizations', '/api/v2/organizationFields'],
    ['persons', '/api/v2/personFields'],
  ];
  for (const [type, path] of types) {
    const fields = pipedrive.fields[type];
    server.app.get(path, async ({ query }) => {
      const { limit = 100, cursor } = server.accept(listed, query);
      const from = cursor === undefined ? 0 : Number(atob(cursor));
      const all = [...fields.values()];
      const next = from + limit < all.length ? btoa(String(from + limit)) : null;
      return { success: true, data: all.slice(from, from + limit), additional_data: { next_cursor: next } };
    });
    server.app.post(path, async ({ body }) => {
      const { field_name: name, field_type: fieldType, options = [] } = server.accept(created, body);
      const custom = [...fields.values()].filter((field) => field.is_custom_field);
      if (custom.length >= pipedrive.maxCustomFields) {
        throw refuse(403, 'You have reached your custom fields limit', 'feature_capping_custom_fields_limit');
      }
      const made = standInField(
        name,
        fieldType,
        null,
        options.map(({ label }) => label),
      );
      // Pipedrive takes several fields of one name.
      const code = fields.has(made.field_code) ? codeOf(`${name} ${fields.size}`) : made.field_code;
      return { success: true, data: pipedrive.addField(type, { ...made, field_code: code }) };
    });
    server.app.post<{ Params: { code: string } }>(`${path}/:code/options`, async ({ params, body }) => {
      const field = fields.get(params.code);
      if (field === undefined) throw refuse(404, 'Field not found');
      const known = field.options ?? [];
      const from = Math.max(10, ...known.map(({ id }) => id)) + 1;
      const added = server.accept(moreOptions, body).map(({ label }, at) => ({ id: from + at, label }));
      field.options = [...known, ...added];
      return { success: true, data: field.options, additional_data: null };
    });
  }
}
