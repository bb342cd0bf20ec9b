import type { FastifyRequest } from 'fastify';
import { plainText } from '../../../vendors/plain-text.ts';
import type { CrmStandIn, RecordRule } from '../crm-stand-in.ts';
import { OAuth } from '../oauth.ts';
import { RateWindow } from '../rate-window.ts';
import { RecordStore, type StandInRecord } from '../records.ts';
import { StandIn } from '../stand-in.ts';
import { organizationFields, personFields, type StandInField } from './fields.ts';
import { problem, rateHeaders, refuse, tooMany } from './problem.ts';

export interface PipedriveOptions {
  /** Calls in two seconds, by plan: 80, 160, 400 or 480. */
  readonly burst?: number;
  /** Tokens a day: 30,000 times 1, 2, 5 or 7 by plan, times seats. */
  readonly dailyTokens?: number;
  /** The plan's limit of customers' fields. */
  readonly maxCustomFields?: number;
  readonly port?: number;
}

export type ObjectType = 'organizations' | 'persons';

const WINDOW_MS = 2_000;

export class PipedriveStandIn implements CrmStandIn {
  readonly server: StandIn;
  readonly oauth = new OAuth({
    clientId: 'pipedrive-app',
    clientSecret: 'pipedrive-secret',
    accessTokenSeconds: 3_600,
    rotatesRefreshTokens: false,
    scopes: ['base', 'contacts:full', 'contact-fields:full'],
  });
  readonly companies: RecordStore;
  readonly contacts: RecordStore;
  readonly fields: Record<ObjectType, Map<string, StandInField>>;
  /** Rules for records, checked after Pipedrive's own. */
  readonly rules: RecordRule[] = [];
  dailyTokens: number;
  usedTokens = 0;
  readonly maxCustomFields: number;
  readonly #burst: RateWindow;

  constructor(options: PipedriveOptions = {}) {
    let lastId = 0;
    const newId = () => String(++lastId);
    this.companies = new RecordStore(newId);
    this.contacts = new RecordStore(newId);
    const byCode = (fields: readonly StandInField[]) => new Map(fields.map((field) => [field.field_code, field]));
    this.fields = { organizations: byCode(organizationFields()), persons: byCode(personFields()) };
    this.dailyTokens = options.dailyTokens ?? 30_000 * 7;
    this.maxCustomFields = options.maxCustomFields ?? 100;
    this.#burst = new RateWindow(WINDOW_MS, options.burst ?? 80);
    this.server = new StandIn({
      errorBody: (status, message) =>
        status === 400 ? problem(`Validation failed: ${message}`, 'ERR_SCHEMA_VALIDATION_FAILED') : problem(message),
      admit: (request, reply) => {
        if (request.url.startsWith('/oauth/')) return;
        if (!this.oauth.isValid(request.headers.authorization)) throw refuse(401, 'unauthorized access');
        const { max, remaining } = this.#admit(request);
        reply.headers(rateHeaders({ max, remaining, reset: 2 }, this.remainingTokens));
      },
    });
  }

  get remainingTokens(): number {
    return Math.max(0, this.dailyTokens - this.usedTokens);
  }

  #admit({ method, url }: FastifyRequest): RateWindow {
    const full = this.#burst.take();
    if (full !== null) {
      this.server.limitViolations.push(`${method} ${url}: more than ${this.#burst.max} in ${WINDOW_MS} ms`);
      throw tooMany({ burst: 0, day: this.remainingTokens }, null);
    }
    const cost = costOf(method, url.replace(/\?.*$/s, ''));
    if (this.usedTokens + cost > this.dailyTokens) throw tooMany({ burst: 1, day: 0 }, null);
    this.usedTokens += cost;
    return this.#burst;
  }

  storeOf(type: ObjectType): RecordStore {
    return type === 'organizations' ? this.companies : this.contacts;
  }

  addField(type: ObjectType, field: StandInField): StandInField {
    this.fields[type].set(field.field_code, field);
    return field;
  }

  /** Somebody deletes a field. */
  removeField(type: ObjectType, code: string): void {
    this.fields[type].delete(code);
  }

  /** The code of a field by the name that people know. */
  codeOf(type: ObjectType, name: string): string {
    const found = [...this.fields[type].values()].find((field) => field.field_name === name);
    if (found === undefined) throw new Error(`There is no field ${name}`);
    return found.field_code;
  }

  get settings() {
    return { app: this.oauth.app, authUrl: this.server.url };
  }

  get environment() {
    const { app, authUrl } = this.settings;
    return {
      QUARRY_PIPEDRIVE_AUTH_URL: authUrl,
      QUARRY_PIPEDRIVE_CLIENT_ID: app.clientId,
      QUARRY_PIPEDRIVE_CLIENT_SECRET: app.clientSecret,
    };
  }

  get duplicates(): StandInRecord[] {
    const folded = (value: unknown) => (typeof value === 'string' && value !== '' ? value.toLowerCase() : null);
    return [
      ...this.companies.duplicates(({ values }) => folded(values.website)),
      ...this.contacts.duplicates(({ values }) => folded(emailOf(values.emails))),
    ];
  }

  get contactsWithoutCompany(): string[] {
    return this.contacts.live
      .filter(({ values }) => this.companies.find(plainText(values.org_id))?.isDeleted !== false)
      .map(({ id }) => id);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

const emailOf = (emails: unknown): unknown => (Array.isArray(emails) ? emails[0]?.value : null);

/** What the published contract says of each call. */
function costOf(method: string, path: string): number {
  if (path === '/api/v1/users/me') return 2;
  if (method === 'DELETE') return 3;
  if (method === 'POST' || method === 'PATCH') return 5;
  return /\/\w+\/[^/]+$/.test(path.replace('/api/v2', '')) ? 1 : 10;
}
