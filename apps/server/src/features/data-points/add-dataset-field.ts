import type * as contracts from '@quarry/contracts';
import { AppError, type ConfigProblem, clientConfig, type FieldDefinition } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { validateConfig } from '#server/features/client-configs/validate-config.ts';
import { columnName } from '#server/features/datasets/column-name.ts';
import { setRemoved } from '#server/features/datasets/dataset-schema.ts';
import { definitionKey, pendingFields } from '#server/features/datasets/pending-fields.ts';
import { findField } from '#server/features/universe/blocks/index.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertNameIsFree, type ClientDataPoints, lockDataPoints } from './client-data-points.ts';

/**
 * Adds a field definition, which becomes a column with the next build, or at once if the dataset still has the column.
 * Starts no build.
 */
export const addDatasetField: Verb<typeof contracts.addDatasetField> = async (
  scope,
  { internalName, configId, displayName },
) =>
  scope.change(async (tx) => {
    const points = await lockDataPoints(tx, scope.client.id);
    const candidate = { internalName, displayName, ...(configId === null ? {} : { configId }) };
    assertFieldExists(points, candidate);
    assertIsNew(points, candidate);
    const hidden = points.removed.find(({ key }) => key === definitionKey(candidate));
    const definition = { ...candidate, externalName: hidden?.fieldName ?? deriveName(points, candidate) };
    assertNameIsFree(points, displayName, definition.externalName);
    const fieldDefinitions = [...points.fieldDefinitions, definition];
    if (!clientConfig.shape.fieldDefinitions.safeParse(fieldDefinitions).success) {
      throw new AppError('VALIDATION_FAILED', 'This account has reached the maximum number of data points.', {
        dataPoints: points.fieldDefinitions.length,
      });
    }
    await tx
      .update(clients)
      .set({ fieldDefinitions, configVersion: sql`${clients.configVersion} + 1` })
      .where(eq(clients.id, scope.client.id));
    if (hidden !== undefined) await setRemoved(tx, scope.client.id, hidden.fieldName, false);
    const added = { fieldDefinitions: [definition], dataBlockConfigs: points.configs, customDataFields: [] };
    const [field] = pendingFields(added, []);
    if (field === undefined) throw new Error(`The new definition of ${internalName} gives no column`);
    return { result: { field }, target: displayName, targetId: definition.externalName, after: definition };
  });

type Candidate = Omit<FieldDefinition, 'externalName'>;

/** The problems that a new definition would have, and those of the config that it uses. */
function problemsOf(
  { fieldDefinitions, configs }: Pick<ClientDataPoints, 'fieldDefinitions' | 'configs'>,
  definition: FieldDefinition,
): ConfigProblem[] {
  const config = {
    // The rules check a whole client config; its criteria don't matter here.
    ...defaultConfig('any'),
    fieldDefinitions: [...fieldDefinitions, definition],
    dataBlockConfigs: [...configs],
  };
  const paths = [`/fieldDefinitions/${fieldDefinitions.length}/`];
  if (definition.configId)
    paths.push(`/dataBlockConfigs/${configs.findIndex(({ configId }) => configId === definition.configId)}/`);
  return validateConfig(config).filter(({ instancePath }) => paths.some((path) => instancePath.startsWith(path)));
}

function assertFieldExists(points: ClientDataPoints, candidate: Candidate): void {
  const problems = problemsOf(points, { ...candidate, externalName: '' }).filter(
    ({ instancePath }) => !instancePath.endsWith('/externalName'),
  );
  const [first] = problems;
  if (first !== undefined) throw new AppError('VALIDATION_FAILED', first.message, { problems });
  const found = findField(candidate.internalName);
  if (found?.block.isDeprecated !== true && found?.field.isDeprecated !== true) return;
  throw new AppError('VALIDATION_FAILED', `The data point "${candidate.internalName}" is no longer offered`, {
    internalName: candidate.internalName,
  });
}

function assertIsNew({ fieldDefinitions, inDataset, pending }: ClientDataPoints, candidate: Candidate): void {
  const key = definitionKey(candidate);
  const existing = fieldDefinitions.find((definition) => definitionKey(definition) === key);
  if (existing === undefined) return;
  const fieldName = existing.externalName;
  const pendingField = pending.find((field) => field.fieldName === fieldName);
  const name = (pendingField ?? inDataset.find((field) => field.fieldName === fieldName))?.displayName ?? fieldName;
  const message =
    pendingField === undefined
      ? `This data point is already in the dataset, as "${name}".`
      : `This data point has already been added, as "${name}". It will be in the dataset after the next build.`;
  throw new AppError('CONFLICT', message, { fieldName, displayName: name });
}

/** The column's name, which stays the same when the data point is renamed. */
function deriveName(points: ClientDataPoints, candidate: Candidate): string {
  const [blockName = '', fieldName = ''] = candidate.internalName.split('/');
  const config = points.configs.find(({ configId }) => configId === candidate.configId);
  const fallbacks = config === undefined ? [fieldName] : [`${config.label} ${fieldName}`, `${blockName} ${fieldName}`];
  const taken = new Set([
    ...points.inDataset.map((field) => field.fieldName),
    ...points.fieldDefinitions.map(({ externalName }) => externalName),
    ...points.customDataFields.map(({ name }) => name),
    ...points.removed.map(({ fieldName }) => fieldName),
  ]);
  return columnName(
    [candidate.displayName, ...fallbacks],
    (externalName) => taken.has(externalName) || problemsOf(points, { ...candidate, externalName }).length > 0,
  );
}
