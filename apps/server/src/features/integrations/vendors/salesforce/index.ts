import type { CrmSettings } from '#server/platform/config.ts';
import type { Vendor } from '../vendor.ts';
import { SCOPES, salesforceSignIn } from './consent.ts';
import { describe, readAccount, readAllowance, recordUrl } from './describe.ts';
import { NEW_FIELD_TYPES, newFieldType } from './field-type.ts';
import { changeFieldOf, createField, ensureKeyField } from './fields.ts';
import { BATCH_SIZE, changedSince, find, findByKey, QUERY_PAGE, read, readCandidates } from './find.ts';
import { judge } from './limits.ts';
import { archive, create, identify, update } from './records.ts';
import { isSameValue, toDataset, toExternal } from './values.ts';

/** About what a call of 200 records takes with an organisation's automations, with two at a time. */
const SECONDS_PER_CALL = 1;

export function salesforce(settings: CrmSettings['salesforce']): Vendor {
  const data = `/services/data/v${settings.apiVersion}`;
  return {
    type: 'SALESFORCE',
    label: 'Salesforce',
    scopes: SCOPES,
    signIn: salesforceSignIn(settings),
    matchesDomain: 'ROOT',
    batchSizes: { read: BATCH_SIZE, create: BATCH_SIZE, update: BATCH_SIZE },
    // Contacts of one account lock it, so they are not written at the same time.
    parallelCalls: { company: 2, contact: 1 },
    findLagMs: 0,
    // Salesforce counts by the day, and says in each answer how much is left.
    limits: [],
    judge,
    readAccount: (api) => readAccount(api, data),
    describe: (api, recordType) => describe(api, data, recordType),
    newFieldTypes: NEW_FIELD_TYPES,
    newFieldType,
    createField: (api, recordType, field) => createField(api, data, recordType, field),
    changeField: changeFieldOf(data),
    ensureKeyField: (api, recordType) => ensureKeyField(api, data, recordType),
    find: (api, recordType, values, hint) => find(api, data, recordType, values, hint),
    findByKey: (api, recordType, keys) => findByKey(api, data, recordType, keys),
    read: (api, recordType, ids, fields) => read(api, data, recordType, ids, fields),
    identify,
    create: (api, recordType, items) => create(api, data, recordType, items),
    update: (api, recordType, items) => update(api, data, recordType, items),
    // `create` attaches contacts to their account; others stay where people put them.
    associate: async (_api, pairs) => pairs.map(({ contactId }) => ({ kind: 'done', id: contactId, created: false })),
    archive: (api, _recordType, ids) => archive(api, data, ids),
    readCandidates: (api, recordType, ids) => readCandidates(api, data, recordType, ids),
    changedSince: (api, recordType, since, fields) => changedSince(api, data, recordType, since, fields),
    toExternal,
    toDataset,
    isSameValue,
    estimateCalls({ scans, reads, creates, updates }) {
      const batches = [reads, creates, updates].map((count) => Math.ceil(count / BATCH_SIZE));
      const calls = batches.reduce((sum, count) => sum + count, Math.ceil(scans / QUERY_PAGE));
      return { calls, tokens: 0, seconds: Math.ceil(calls * SECONDS_PER_CALL) };
    },
    readAllowance: (api) => readAllowance(api, data),
    recordUrl: (account, _recordType, id) => recordUrl(account, id),
  };
}
