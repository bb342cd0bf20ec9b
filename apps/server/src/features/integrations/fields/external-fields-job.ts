import {
  AppError,
  type createExternalFields,
  type InputOf,
  MAX_PICKLIST_VALUES,
  recordType,
  type SchemaField,
} from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { integrationMappings } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { asAppErrors } from '../access/call-vendor.ts';
import { openVendorApi } from '../access/open-vendor-api.ts';
import { findMappableField, saveMapping } from '../save-field-mapping.ts';
import type { NewField, Vendor, VendorApi } from '../vendors/vendor.ts';
import { readFieldFacts } from './field-facts.ts';

type Wanted = InputOf<typeof createExternalFields>['fields'][number];

const wanted = z.object({
  recordType,
  internalFieldName: z.string(),
  externalFieldName: z.string(),
  externalFieldType: z.string().nullable(),
  picklistValues: z.array(z.string()).nullable(),
}) satisfies z.ZodType<Wanted>;

const result = z.object({
  recordType,
  internalFieldName: z.string(),
  externalName: z.string().nullable(),
  errorMessage: z.string().nullable(),
});

/** The job's checkpoint: what became of its first fields. */
export const creationResults = z.array(result);
type Result = z.infer<typeof result>;

/** Creates fields in a CRM and maps them, one after the other. A field that exists with the same type is used again. */
export const externalFieldsCreation = defineJob({
  type: 'external-fields-creation',
  input: z.object({ integrationId: z.string(), fields: z.array(wanted) }),
  concurrency: 'per-client',
  timeoutMs: 30 * 60_000,
  async run(ctx, { integrationId, fields }) {
    const { clientId } = ctx;
    if (clientId === null) throw new Error('Fields are created for an account');
    const { vendor, api } = await openVendorApi(ctx, integrationId, ctx.signal);
    const results = ctx.checkpoint === null ? [] : creationResults.parse(ctx.checkpoint);
    for (const field of fields.slice(results.length)) {
      ctx.throwIfCancelled();
      results.push(await createOne(ctx, { clientId, integrationId, vendor, api }, field));
      await ctx.saveCheckpoint(results);
      ctx.progress(results.length / fields.length);
    }
  },
});

interface Target {
  readonly clientId: string;
  readonly integrationId: string;
  readonly vendor: Vendor;
  readonly api: VendorApi;
}

async function createOne(ctx: JobContext, target: Target, field: Wanted): Promise<Result> {
  const { recordType, internalFieldName } = field;
  try {
    const externalName = await asAppErrors(target.vendor, () => createAndMap(ctx, target, field));
    return { recordType, internalFieldName, externalName, errorMessage: null };
  } catch (error) {
    // The connection would fail the other fields too.
    if (!(error instanceof AppError) || error.errorCode === 'INTEGRATION_INCORRECTLY_CONFIGURED') throw error;
    return { recordType, internalFieldName, externalName: null, errorMessage: error.message };
  }
}

async function createAndMap(ctx: JobContext, target: Target, wanted: Wanted): Promise<string> {
  const { clientId, integrationId, vendor, api } = target;
  const { recordType, internalFieldName: internalName } = wanted;
  const field = await ctx.db.asClient(clientId, (tx) => findMappableField(tx, clientId, recordType, internalName));
  const existing = new Set((await vendor.describe(api, recordType)).map(({ id }) => id));
  const planned = await planField(ctx, target, wanted, field);
  const { externalName } = await vendor.createField(api, recordType, planned);
  await ctx.db.asClient(clientId, async (tx) => {
    const [known] = await tx
      .select()
      .from(integrationMappings)
      .where(
        and(
          eq(integrationMappings.integrationId, integrationId),
          eq(integrationMappings.recordType, recordType),
          eq(integrationMappings.internalName, internalName),
        ),
      );
    const isSame = known?.externalName === externalName;
    await saveMapping(tx, {
      clientId,
      integrationId,
      recordType,
      internalName,
      externalName,
      updateStrategy: known?.updateStrategy ?? 'OVERWRITE_ALWAYS',
      isOwnField: isSame ? known.isOwnField : !existing.has(externalName),
    });
  });
  return externalName;
}

async function planField(
  ctx: JobContext,
  { clientId, vendor }: Target,
  { recordType, externalFieldName, externalFieldType, picklistValues }: Wanted,
  field: SchemaField,
): Promise<NewField> {
  const facts = await readFieldFacts(ctx, clientId, recordType, field);
  const type = externalFieldType ?? vendor.newFieldType(field.type, facts);
  const hasOptions = vendor.newFieldTypes.some((one) => one.type === type && one.hasOptions === true);
  // Yes and no are not values of the data.
  const isChoice = hasOptions && field.type !== 'Boolean';
  const options = picklistValues ?? facts.values;
  if (isChoice && options.length > MAX_PICKLIST_VALUES) {
    throw new AppError(
      'BAD_REQUEST',
      `Too many unique values for ${field.displayName}: A picklist holds at most 1,000 different values and ${field.displayName} has more. Use a text field.`,
    );
  }
  return {
    name: externalFieldName,
    label: externalFieldName,
    description: `${field.displayName}, kept up to date by Quarry.`,
    type,
    options: isChoice ? options : null,
  };
}
