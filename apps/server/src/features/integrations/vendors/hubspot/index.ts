import type { CrmSettings } from '#server/platform/config.ts';
import type { Vendor } from '../vendor.ts';
import { hubspotSignIn, SCOPES } from './consent.ts';
import { describe, readAccount, recordUrl } from './describe.ts';
import { NEW_FIELD_TYPES, newFieldType } from './field-type.ts';
import { changeField, createField, ensureKeyField } from './fields.ts';
import { BATCH_SIZE, changedSince, find, findByKey, read, readCandidates } from './find.ts';
import { judge, LIMITS } from './limits.ts';
import { archive, associate, create, identify, update } from './records.ts';
import { isSameValue, toDataset, toExternal } from './values.ts';

/** About what a call of 100 records takes, with two at a time. */
const SECONDS_PER_CALL = 0.5;

export const hubspot = (settings: CrmSettings['hubspot']): Vendor => ({
  type: 'HUBSPOT',
  label: 'HubSpot',
  scopes: SCOPES,
  signIn: hubspotSignIn(settings),
  matchesDomain: 'HOST',
  batchSizes: { read: BATCH_SIZE, create: BATCH_SIZE, update: BATCH_SIZE },
  parallelCalls: { company: 2, contact: 2 },
  // Searches show new companies after a few moments.
  findLagMs: 10_000,
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
  associate,
  archive,
  readCandidates,
  changedSince,
  toExternal,
  toDataset,
  isSameValue,
  estimateCalls(plan) {
    const counts = [plan.scans, plan.reads, plan.creates, plan.updates, plan.associations];
    const calls = counts.map((count) => Math.ceil(count / BATCH_SIZE)).reduce((sum, count) => sum + count, 0);
    return { calls, tokens: 0, seconds: Math.ceil(calls * SECONDS_PER_CALL) };
  },
  // HubSpot limits apps by the second; only private apps have a daily allowance.
  readAllowance: async () => null,
  recordUrl,
});
