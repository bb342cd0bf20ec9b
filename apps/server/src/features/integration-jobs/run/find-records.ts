import type { RecordType } from '@quarry/contracts';
import { normaliseEmail } from '#server/features/contacts/person-identity.ts';
import type { FoundRecord, Vendor, VendorApi } from '#server/features/integrations/vendors/vendor.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readContacts } from '../plan/contact-rows.ts';
import { nextRecords, type PlanCursor, type PlannedRecord, plannedRecord, planTable } from '../plan/plan-table.ts';
import { readStatuses } from './read-statuses.ts';
import type { SyncRun } from './sync-run.ts';

/** Records of the plan that are looked for together: some CRMs are read whole for it. */
const LOOK_AHEAD = 20_000;
/** More values than single look-ups are worth. */
const MANY = 2_000;
const PAGE = 5_000;

/** Finds records of the CRM for a chunk, looking ahead in the plan so that few calls find many. */
export class RecordFinder {
  readonly #run: SyncRun;
  readonly #api: { readonly vendor: Vendor; readonly api: VendorApi };
  readonly #recordType: RecordType;
  readonly #domainField: string | null;
  #known = new Set<string>();
  #found: ReadonlyMap<string, readonly FoundRecord[]> = new Map();

  constructor(
    run: SyncRun,
    api: { readonly vendor: Vendor; readonly api: VendorApi },
    recordType: RecordType,
    domainField: string | null,
  ) {
    this.#run = run;
    this.#api = api;
    this.#recordType = recordType;
    this.#domainField = domainField;
  }

  /** Finds the records for `values`, those of the plan after `start`. */
  async find(
    values: readonly string[],
    start: PlanCursor | null,
  ): Promise<ReadonlyMap<string, readonly FoundRecord[]>> {
    if (values.some((value) => !this.#known.has(value))) {
      this.#known = new Set([...values, ...(await this.#lookAhead(start))]);
      const { vendor, api } = this.#api;
      this.#found = await vendor.find(api, this.#recordType, [...this.#known], {
        isMany: this.#known.size > MANY,
        domainField: this.#domainField,
      });
    }
    return new Map(
      values.flatMap((value) => {
        const records = this.#found.get(value);
        return records === undefined ? [] : [[value, records] as const];
      }),
    );
  }

  /** The domains or e-mails of the next records that are not linked. */
  async #lookAhead(start: PlanCursor | null): Promise<string[]> {
    const { ctx, client, integration } = this.#run;
    const recordType = this.#recordType;
    const statement = nextRecords(planTable(client.name, ctx.jobId), recordType, start, LOOK_AHEAD);
    const planned = await ctx.warehouse.rows(statement, plannedRecord, { lane: 'jobs', signal: ctx.signal });
    const values: string[] = [];
    for (let at = 0; at < planned.length; at += PAGE) {
      const page = planned.slice(at, at + PAGE).filter(({ isLeaving }) => !isLeaving);
      const ids = page.map(({ recordId }) => recordId);
      const statuses = await ctx.db.asClient(
        client.id,
        (tx) => readStatuses(tx, { integrationId: integration.id, recordType }, ids),
        { readOnly: true },
      );
      const unlinked = page.filter(({ recordId }) => {
        const status = statuses.get(recordId);
        return status === undefined || (status.externalId === null && !status.isSyncDisabled && !status.mayCreate);
      });
      values.push(...(await this.#matchValues(unlinked)));
    }
    return values;
  }

  async #matchValues(records: readonly PlannedRecord[]): Promise<string[]> {
    if (this.#recordType === 'company') return records.flatMap(({ domain }) => normaliseDomain(domain)?.host ?? []);
    const { ctx, client } = this.#run;
    const ids = records.map(({ recordId }) => recordId);
    if (ids.length === 0) return [];
    const people = await ctx.db.asClient(client.id, (tx) => readContacts(tx, client.id, ids, []), { readOnly: true });
    return people.flatMap(({ email }) => (email === null ? [] : (normaliseEmail(email) ?? [])));
  }
}
