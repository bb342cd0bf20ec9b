import { plainText } from '../../../vendors/plain-text.ts';
import type { CrmStandIn, RecordRule } from '../crm-stand-in.ts';
import { OAuth } from '../oauth.ts';
import { RecordStore, type StandInRecord } from '../records.ts';
import { StandIn } from '../stand-in.ts';
import { accountFields, contactFields, type StandInField } from './fields.ts';
import { limitExceeded, problem, refuse } from './problem.ts';

export interface SalesforceOptions {
  /** Calls a day. */
  readonly dailyCalls?: number;
  readonly port?: number;
}

export type ObjectType = 'Account' | 'Contact';

const MAX_ADDRESS = 16_384;

export class SalesforceStandIn implements CrmStandIn {
  readonly server: StandIn;
  readonly oauth = new OAuth({
    clientId: 'salesforce-app',
    clientSecret: 'salesforce-secret',
    accessTokenSeconds: 7_200,
    rotatesRefreshTokens: false,
    scopes: ['api', 'refresh_token'],
  });
  readonly companies = new RecordStore(idsWith('001'));
  readonly contacts = new RecordStore(idsWith('003'));
  readonly fields: Record<ObjectType, Map<string, StandInField>>;
  /** Rules of the organisation for records, checked after Salesforce's own. */
  readonly rules: RecordRule[] = [];
  /** What the connected user may not do. */
  readonly lacks = new Set<'Customize Application' | 'API Enabled' | 'Edit Accounts' | 'Edit Contacts'>();
  dailyCalls: number;
  usedCalls = 0;

  constructor(options: SalesforceOptions = {}) {
    const byName = (fields: readonly StandInField[]) => new Map(fields.map((field) => [field.name, field]));
    this.fields = { Account: byName(accountFields()), Contact: byName(contactFields()) };
    this.dailyCalls = options.dailyCalls ?? 100_000;
    this.server = new StandIn({
      errorBody: (status, message) => {
        const named = /^([A-Z_]{6,}): (.*)$/s.exec(message);
        return problem(named?.[1] ?? (status === 404 ? 'NOT_FOUND' : 'JSON_PARSER_ERROR'), named?.[2] ?? message);
      },
      admit: (request, reply) => {
        if (request.url.startsWith('/services/oauth2/')) return;
        if (!this.oauth.isValid(request.headers.authorization)) {
          throw refuse(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
        }
        if (this.lacks.has('API Enabled')) throw refuse(403, 'API_DISABLED_FOR_ORG', 'API is disabled for this User');
        if (request.url.length > MAX_ADDRESS) {
          this.server.contractViolations.push(`${request.method}: an address of ${request.url.length} characters`);
          throw refuse(414, 'URI_TOO_LONG', 'The address is too long');
        }
        if (this.usedCalls >= this.dailyCalls) throw limitExceeded('TotalRequests');
        this.usedCalls += 1;
        reply.header('sforce-limit-info', `api-usage=${this.usedCalls}/${this.dailyCalls}`);
      },
    });
  }

  storeOf(type: ObjectType): RecordStore {
    return type === 'Account' ? this.companies : this.contacts;
  }

  /** A field of a record, also those that Salesforce keeps itself. */
  valueOf(record: StandInRecord, field: string): unknown {
    switch (field) {
      case 'Id':
        return record.id;
      case 'CreatedDate':
        return asInstant(record.createdAt);
      case 'LastModifiedDate':
      case 'SystemModstamp':
        return asInstant(record.updatedAt);
      case 'IsDeleted':
        return record.isDeleted;
      case 'MasterRecordId':
        return record.mergedInto;
      case 'Name':
        return record.values.Name ?? [record.values.FirstName, record.values.LastName].filter(Boolean).join(' ');
      default:
        // A checkbox is never empty.
        return record.values[field] ?? (this.fields[typeOf(record)].get(field)?.type === 'boolean' ? false : null);
    }
  }

  addField(type: ObjectType, field: StandInField): void {
    this.fields[type].set(field.name, field);
  }

  /** Somebody deletes a field. */
  removeField(type: ObjectType, name: string): void {
    this.fields[type].delete(name);
  }

  get settings() {
    const { url } = this.server;
    return { app: this.oauth.app, loginUrl: url, sandboxLoginUrl: url, apiVersion: '66.0' };
  }

  get environment() {
    const { app, loginUrl, sandboxLoginUrl } = this.settings;
    return {
      QUARRY_SALESFORCE_LOGIN_URL: loginUrl,
      QUARRY_SALESFORCE_SANDBOX_LOGIN_URL: sandboxLoginUrl,
      QUARRY_SALESFORCE_CLIENT_ID: app.clientId,
      QUARRY_SALESFORCE_CLIENT_SECRET: app.clientSecret,
    };
  }

  get duplicates(): StandInRecord[] {
    return [
      ...this.companies.duplicates(({ values }) => hostOf(values.Website)),
      ...this.contacts.duplicates(({ values }) => plainText(values.Email).toLowerCase() || null),
    ];
  }

  get contactsWithoutCompany(): string[] {
    return this.contacts.live
      .filter(({ values }) => this.companies.find(plainText(values.AccountId))?.isDeleted !== false)
      .map(({ id }) => id);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

const typeOf = ({ id }: StandInRecord): ObjectType => (id.startsWith('003') ? 'Contact' : 'Account');

const asInstant = (date: Date) => date.toISOString().replace('Z', '+0000');

const hostOf = (website: unknown) =>
  typeof website === 'string' && website !== ''
    ? website
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')
        .replace(/\/.*$/s, '')
    : null;

const SUFFIX_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

function idsWith(prefix: string): () => string {
  let last = 0;
  return () => asLongId(`${prefix}A0000${String(++last).padStart(7, '0')}`);
}

/** An id of 18 characters: the last three say which letters of each five before are capitals. */
export function asLongId(id: string): string {
  if (id.length !== 15) return id;
  const suffix = [0, 5, 10].map((from) => {
    const bits = [0, 1, 2, 3, 4].reduce((sum, at) => sum + (/[A-Z]/.test(id.charAt(from + at)) ? 1 << at : 0), 0);
    return SUFFIX_LETTERS[bits] ?? '';
  });
  return `${id}${suffix.join('')}`;
}
