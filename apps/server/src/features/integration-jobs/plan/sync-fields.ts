import {
  type FieldMapping,
  type RecordType,
  type SchemaField,
  SEGMENTS_FIELD,
  type UpdateStrategy,
} from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import type { Transaction } from '@quarry/postgres';
import { readContactsSchema } from '#server/features/accounts/contacts-schema.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import { listMappings, type StoredIntegration } from '#server/features/integrations/integration.ts';
import { readTags } from '#server/features/tags/tag.ts';

/** A field that is written to a connector. */
export interface SyncField {
  readonly internalName: string;
  readonly displayName: string;
  readonly type: FieldType;
  readonly externalName: string;
  readonly updateStrategy: UpdateStrategy;
  /** What is sent for values that are ids, such as those of tags; null if values are sent as they are. */
  readonly valueNames: Readonly<Record<string, string>> | null;
  /** It tells of tags, segments or personas, so records that leave the synced segments get it once more. */
  readonly isOfMembership: boolean;
}

export type SyncFields = Readonly<Record<RecordType, readonly SyncField[]>>;

/** The connector that fields are written to. */
export type SyncTarget = Pick<StoredIntegration, 'externalAccount'>;

const MEMBERSHIP: Readonly<Record<RecordType, ReadonlySet<string>>> = {
  company: new Set([TAGS_FIELD, SEGMENTS_FIELD]),
  contact: new Set(['segments', 'segment_personas']),
};

/** The fields of a connector's mappings that the account still has. A webhook without mappings gets every visible one. */
export async function readSyncFields(
  tx: Transaction,
  client: { readonly id: string },
  integration: StoredIntegration,
): Promise<SyncFields> {
  const mappings = await listMappings(tx, client.id, integration.id);
  const tags = await readTags(tx, client.id);
  const schemas: Readonly<Record<RecordType, readonly SchemaField[]>> = {
    company: (await readDatasetSchema(tx, client)).map((field) =>
      field.fieldName === TAGS_FIELD
        ? { ...field, valueNames: Object.fromEntries(tags.map(({ id, name }) => [id, name])) }
        : field,
    ),
    contact: await readContactsSchema(tx, client.id),
  };
  const fieldsOf = (recordType: RecordType): SyncField[] => {
    const schema = schemas[recordType];
    const own = mappings.filter((mapping) => mapping.recordType === recordType);
    const isWhole = integration.integrationType === 'WEBHOOK' && own.length === 0;
    return (isWhole ? wholeRecord(schema) : own).flatMap((mapping): SyncField[] => {
      const field = schema.find(({ fieldName }) => fieldName === mapping.internalName);
      if (field === undefined) return [];
      return [
        {
          internalName: mapping.internalName,
          displayName: field.displayName,
          type: field.type,
          externalName: mapping.externalName,
          updateStrategy: mapping.updateStrategy,
          valueNames: field.valueNames ?? null,
          isOfMembership: MEMBERSHIP[recordType].has(mapping.internalName),
        },
      ];
    });
  };
  return { company: fieldsOf('company'), contact: fieldsOf('contact') };
}

type Mapped = Pick<FieldMapping, 'internalName' | 'externalName' | 'updateStrategy'>;

const wholeRecord = (schema: readonly SchemaField[]): Mapped[] =>
  schema
    .filter(({ isHiddenFromUser }) => !isHiddenFromUser)
    .map(({ fieldName }) => ({
      internalName: fieldName,
      externalName: fieldName,
      updateStrategy: 'OVERWRITE_ALWAYS',
    }));

/** What changes every record's hash: the CRM's account, where values go and how, and the names that are sent for ids. */
export function saltOf(fields: readonly SyncField[], { externalAccount }: SyncTarget): string {
  return JSON.stringify([
    externalAccount?.id ?? null,
    ...fields.map(({ internalName, externalName, updateStrategy, valueNames }) => [
      internalName,
      externalName,
      updateStrategy,
      valueNames,
    ]),
  ]);
}
