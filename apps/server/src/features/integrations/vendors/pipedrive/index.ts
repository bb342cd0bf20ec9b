import type { CrmSettings } from '#server/platform/config.ts';
import type { Vendor } from '../vendor.ts';
import { pipedriveSignIn, SCOPES } from './consent.ts';
import { describe, readAccount, recordUrl } from './describe.ts';
import { NEW_FIELD_TYPES, newFieldType } from './field-type.ts';
import { changeField, createField, ensureKeyField } from './fields.ts';
import { changedSince, find, findByKey, LIST_PAGE, READ_BATCH, read, readCandidates } from './find.ts';
import { COST, judge, LIMITS } from './limits.ts';
import { archive, create, identify, update } from './records.ts';
import { isSameValue, toDataset, toExternal } from './values.ts';

/** Of the smallest plan, with some kept in hand. */
const CALLS_PER_SECOND = 36;

export const pipedrive = (settings: CrmSettings['pipedrive']): Vendor => ({
  type: 'PIPEDRIVE',
  label: 'Pipedrive',
  scopes: SCOPES,
  signIn: pipedriveSignIn(settings),
  matchesDomain: 'ROOT',
  batchSizes: { read: READ_BATCH, create: 1, update: 1 },
  // Each call has one record, so that a plan's rate is only reached with several at a time.
  parallelCalls: { company: 10, contact: 10 },
  findLagMs: 0,
  limits: LIMITS,
  judge,
  readAccount,
  describe,
  newFieldTypes: NEW_FIELD_TYPES,
  newFieldType,
  createField,
  changeField,
  ensureKeyField,
  find,
  findByKey,
  read,
  identify,
  create,
  update,
  // `create` attaches persons to their organization; others stay where people put them.
  associate: async (_api, pairs) => pairs.map(({ contactId }) => ({ kind: 'done', id: contactId, created: false })),
  archive,
  readCandidates,
  changedSince,
  toExternal,
  toDataset,
  isSameValue,
  estimateCalls({ scans, reads, creates, updates }) {
    const lists = Math.ceil(scans / LIST_PAGE) + Math.ceil(reads / READ_BATCH);
    const writes = creates + updates;
    const calls = lists + writes;
    return {
      calls,
      tokens: lists * COST.list + writes * COST.write,
      seconds: Math.ceil(calls / CALLS_PER_SECOND),
    };
  },
  // The plan, and so the day's budget, can't be asked for.
  readAllowance: async () => null,
  recordUrl,
});
