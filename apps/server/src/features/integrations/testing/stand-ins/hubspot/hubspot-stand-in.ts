import type { FastifyRequest } from 'fastify';
import type { CrmStandIn, RecordRule } from '../crm-stand-in.ts';
import { OAuth } from '../oauth.ts';
import { RateWindow } from '../rate-window.ts';
import { RecordStore, type StandInRecord } from '../records.ts';
import { Refused, StandIn } from '../stand-in.ts';
import { problem, tooMany } from './problem.ts';
import { companyProperties, contactProperties, type StandInProperty } from './properties.ts';

const SCOPES = [
  'oauth',
  ...['companies', 'contacts'].flatMap((type) =>
    ['objects', 'schemas'].flatMap((kind) => [`crm.${kind}.${type}.read`, `crm.${kind}.${type}.write`]),
  ),
];

export interface HubspotOptions {
  /** Until a new or changed record shows up in searches. */
  readonly searchLagMs?: number;
  readonly requestsPer10Seconds?: number;
  readonly searchesPerSecond?: number;
  /** Makes a company out of the domain of a new contact's address. */
  readonly makesCompaniesOfContacts?: boolean;
  readonly port?: number;
}

export type ObjectType = 'companies' | 'contacts';

export class HubspotStandIn implements CrmStandIn {
  readonly server: StandIn;
  /** Of the account that consents. */
  portalId = '4711';
  readonly oauth = new OAuth({
    clientId: 'hubspot-app',
    clientSecret: 'hubspot-secret',
    accessTokenSeconds: 1_800,
    rotatesRefreshTokens: false,
    scopes: SCOPES,
  });
  readonly companies: RecordStore;
  readonly contacts: RecordStore;
  readonly properties: Record<ObjectType, Map<string, StandInProperty>>;
  readonly groups: Record<ObjectType, Set<string>> = { companies: new Set(), contacts: new Set() };
  /** `<contact id> <company id>` */
  readonly associations = new Set<string>();
  /** Rules of the portal for records, checked after HubSpot's own. */
  readonly rules: RecordRule[] = [];
  /** The day's allowance is spent. */
  isDaySpent = false;
  readonly searchLagMs: number;
  readonly makesCompaniesOfContacts: boolean;
  readonly #requests: RateWindow;
  readonly #searches: RateWindow;

  constructor(options: HubspotOptions = {}) {
    let lastId = 100_000;
    const newId = () => String(++lastId);
    this.companies = new RecordStore(newId);
    this.contacts = new RecordStore(newId);
    const byName = (properties: readonly StandInProperty[]) => new Map(properties.map((one) => [one.name, one]));
    this.properties = { companies: byName(companyProperties()), contacts: byName(contactProperties()) };
    this.searchLagMs = options.searchLagMs ?? 3_000;
    this.makesCompaniesOfContacts = options.makesCompaniesOfContacts ?? false;
    this.#requests = new RateWindow(10_000, options.requestsPer10Seconds ?? 110);
    this.#searches = new RateWindow(1_000, options.searchesPerSecond ?? 5);
    this.server = new StandIn({
      errorBody: (status, message) => problem(status === 404 ? 'OBJECT_NOT_FOUND' : 'VALIDATION_ERROR', message),
      admit: (request, reply) => {
        if (request.url.startsWith('/oauth/')) return;
        if (!this.oauth.isValid(request.headers.authorization)) {
          throw new Refused(401, problem('EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired.'));
        }
        this.#admit(request);
        reply.headers({
          'x-hubspot-ratelimit-max': this.#requests.max,
          'x-hubspot-ratelimit-remaining': this.#requests.remaining,
          'x-hubspot-ratelimit-interval-milliseconds': this.#requests.windowMs,
        });
      },
    });
  }

  #admit({ url, method }: FastifyRequest): void {
    if (this.isDaySpent) throw tooMany('DAILY', null);
    const isSearch = method === 'POST' && url.endsWith('/search');
    const window = isSearch ? this.#searches : this.#requests;
    if (window.take() !== null) {
      this.server.limitViolations.push(`${method} ${url}: more than ${window.max} in ${window.windowMs} ms`);
      throw tooMany(isSearch ? 'SECONDLY' : 'TEN_SECONDLY_ROLLING', null);
    }
    const type = url.includes('/companies') ? 'companies' : url.includes('/contacts') ? 'contacts' : null;
    if (type === null) return;
    const kind = url.startsWith('/crm/properties/') ? 'schemas' : 'objects';
    const isRead = method === 'GET' || /\/(?:batch\/read|search)$/.test(url);
    const scope = `crm.${kind}.${type}.${isRead ? 'read' : 'write'}`;
    if (!this.oauth.options.scopes.includes(scope)) {
      throw new Refused(403, {
        ...problem('MISSING_SCOPES', 'This app hasn’t been granted all required scopes to make this call.'),
        errors: [
          {
            message: 'One or more of the following scopes are required.',
            context: { requiredGranularScopes: [scope] },
          },
        ],
      });
    }
  }

  /** Somebody deletes a property. */
  removeProperty(type: ObjectType, name: string): void {
    this.properties[type].delete(name);
  }

  addProperty(type: ObjectType, property: StandInProperty): void {
    this.properties[type].set(property.name, property);
  }

  get settings() {
    return { app: this.oauth.app, authUrl: this.server.url, apiUrl: this.server.url };
  }

  get environment() {
    const { app, authUrl, apiUrl } = this.settings;
    return {
      QUARRY_HUBSPOT_AUTH_URL: authUrl,
      QUARRY_HUBSPOT_API_URL: apiUrl,
      QUARRY_HUBSPOT_CLIENT_ID: app.clientId,
      QUARRY_HUBSPOT_CLIENT_SECRET: app.clientSecret,
    };
  }

  get duplicates(): StandInRecord[] {
    const folded = (value: unknown) => (typeof value === 'string' && value !== '' ? value.toLowerCase() : null);
    return [
      ...this.companies.duplicates(({ values }) => folded(values.domain)),
      ...this.contacts.duplicates(({ values }) => folded(values.email)),
    ];
  }

  get contactsWithoutCompany(): string[] {
    const associated = new Set([...this.associations].map((pair) => pair.split(' ')[0]));
    return this.contacts.live.map(({ id }) => id).filter((id) => !associated.has(id));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
