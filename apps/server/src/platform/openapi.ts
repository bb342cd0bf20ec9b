import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiKeyScopeFor, type Endpoint, errorBody } from '@quarry/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.ts';
import { forMonitoring } from './monitoring.ts';
import type { Door } from './mount.ts';

type JsonSchema = Record<string, unknown>;

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return json;
}

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const of = (shape: z.ZodObject, where: 'path' | 'query'): JsonSchema[] =>
    Object.entries(shape.shape).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || !z.object({ [name]: schema }).safeParse({}).success,
      schema: toSchema(z.object({ [name]: schema }), 'input'),
    }));
  const named = [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query')].map(({ schema, ...parameter }) => ({
    ...parameter,
    schema: propertyOf(schema, String(parameter.name)),
  }));
  const { kind } = endpoint.access;
  if (kind !== 'client' && kind !== 'any-account') return named;
  return [{ name: 'client', in: 'query', required: kind === 'client', schema: { type: 'string' } }, ...named];
}

function propertyOf(schema: unknown, name: string): unknown {
  const known = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(schema);
  return known.success ? (known.data.properties[name] ?? {}) : {};
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const contentOf = ({ body, takesBytes }: Endpoint) =>
  takesBytes === true ? { 'application/octet-stream': {} } : json(toSchema(body, 'input'));

function operationOf(endpoint: Endpoint): JsonSchema {
  const hasBody = Object.keys(endpoint.body.shape).length > 0;
  const { access } = endpoint;
  const keyScope = apiKeyScopeFor(endpoint);
  const conditions = [
    'permission' in access ? access.permission : undefined,
    access.kind === 'client' ? access.staffPermission : undefined,
    'feature' in access ? access.feature : undefined,
    keyScope === false ? undefined : `API keys: ${keyScope}`,
  ];
  return {
    summary: endpoint.summary,
    description: `Access: ${[access.kind, ...conditions].filter((part) => part !== undefined).join(', ')}`,
    tags: [endpoint.path.split('/').slice(1, 3).join('/')],
    security: access.kind === 'public' ? [] : [{ identityToken: [] }],
    parameters: parametersOf(endpoint),
    ...(hasBody ? { requestBody: { required: true, content: contentOf(endpoint) } } : {}),
    responses: {
      200: { description: 'Done', content: json(toSchema(endpoint.output, 'output')) },
      default: { description: 'An error', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

/** The OpenAPI 3.1 description of the given endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quarry API', version: '1', description: 'Company data and lead scoring.' },
    paths,
    components: {
      schemas: { Error: toSchema(errorBody, 'output') },
      securitySchemes: {
        identityToken: { type: 'http', scheme: 'bearer', description: 'An identity token, or an API key (qk_…)' },
      },
    },
  };
}

/** Serves the document at /api/openapi.json and a readable page at /api/docs, to those who may monitor. */
export async function mountOpenApi(app: FastifyInstance, config: Config, doors: readonly Door[]): Promise<void> {
  const document = openApiDocument(doors.map((door) => door.endpoint));
  await app.register(async (docs) => {
    docs.addHook('onRequest', forMonitoring(config));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- typed for OpenAPI 3.0; a static document is served as it is
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
    docs.get('/api/openapi.json', async () => document);
  });
}
