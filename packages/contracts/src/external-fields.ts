import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { recordType } from './integrations.ts';
import { fieldType } from './schema-field.ts';

const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const oneIntegration = z.object({ integrationId: id });

export const CRM_FIELD_NAME_MAX = 40;
/** Of a picklist that is created in a CRM. */
export const MAX_PICKLIST_VALUES = 1_000;

export const externalField = z.object({
  id: z.string(),
  label: z.string(),
  /** The CRM's own name of the type. */
  type: z.string(),
  canUseInSync: z.boolean(),
  /** Why it cannot be used in a sync, in a sentence; null if it can. */
  reason: z.string().nullable(),
  /** The types of data points that can be written to it. */
  acceptsTypes: z.array(fieldType),
  /** The type that it has as a data point; null if it cannot be imported. */
  importsAs: fieldType.nullable(),
});
export type ExternalField = z.infer<typeof externalField>;

/** A type in which a field can be created in the CRM. */
export const newFieldType = z.object({
  /** The CRM's own name of the type. */
  type: z.string(),
  label: z.string(),
  /** The types of data points for which it can be chosen. */
  takes: z.array(fieldType),
});
export type NewFieldType = z.infer<typeof newFieldType>;

export const describeExternalFields = endpoint({
  method: 'GET',
  path: '/app/integrations/:integrationId/describe-external-fields',
  summary: 'The fields of the CRM',
  access: admin,
  audit: false,
  params: oneIntegration,
  output: z.object({
    accountFields: z.array(externalField),
    contactFields: z.array(externalField),
    newFieldTypes: z.array(newFieldType),
  }),
});

/** Creates fields in the CRM and maps them. Poll the answer's execution. */
export const createExternalFields = endpoint({
  method: 'POST',
  path: '/app/integrations/:integrationId/create-external-fields',
  summary: 'Create fields in the CRM',
  access: admin,
  audit: 'integration.fields-creation-started',
  params: oneIntegration,
  body: z.object({
    fields: z
      .array(
        z.object({
          recordType,
          internalFieldName: z.string().min(1).max(255),
          externalFieldName: z.string().trim().min(1).max(CRM_FIELD_NAME_MAX, 'Name must be 40 characters or less'),
          /** One of `newFieldTypes` that takes the data point; null for the one that fits it best. */
          externalFieldType: z.string().max(100).nullable().default(null),
          /** Null takes the values that the dataset has. */
          picklistValues: z.array(z.string().max(255)).max(MAX_PICKLIST_VALUES).nullable().default(null),
        }),
      )
      .min(1)
      .max(50),
  }),
  output: z.object({ executionId: z.string() }),
});

export const getExternalFieldsCreation = endpoint({
  method: 'GET',
  path: '/app/integrations/:integrationId/create-external-fields/:executionId',
  summary: 'How the creation of CRM fields goes on',
  access: admin,
  audit: false,
  params: oneIntegration.extend({ executionId: id }),
  output: z.object({
    status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED']),
    results: z.array(
      z.object({
        recordType,
        internalFieldName: z.string(),
        externalName: z.string().nullable(),
        errorMessage: z.string().nullable(),
      }),
    ),
  }),
});
