import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { clientConfig, type FieldDefinition } from '#server/features/client-configs/client-config.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { type ConfigProblem, validateConfig } from '#server/features/client-configs/validate-config.ts';
import { definitionKey, pendingFields } from '#server/features/datasets/pending-fields.ts';
import { findField } from '#server/features/universe/blocks/index.ts';
import type { Verb } from '#server/platform/mount.ts';
import { columnName } from './column-name.ts';
import { assertNameIsFree, type DataPointsOfClient, lockDataPoints } from './data-points-of-client.ts';

/** Adds a data point to the account's definitions. Starts no build: the next one makes it a column. */
export const addDatasetField: Verb<typeof contracts.addDatasetField> = async (
  scope,
  { internalName, configId, displayName },
) =>
  scope.change(async (tx) => {
    const points = await lockDataPoints(tx, scope.client.id);
    const named = { internalName, displayName, ...(configId === null ? {} : { configId }) };
    assertSource(points, named);
    assertIsNew(points, named);
    const definition = { ...named, externalName: deriveName(points, named) };
    assertNameIsFree(points, displayName, definition.externalName);
    const fieldDefinitions = [...points.fieldDefinitions, definition];
    if (!clientConfig.shape.fieldDefinitions.safeParse(fieldDefinitions).success) {
      throw new AppError('VALIDATION_FAILED', 'This account has as many data points as it can have.', {
        dataPoints: points.fieldDefinitions.length,
      });
    }
    await tx
      .update(clients)
      .set({ fieldDefinitions, configVersion: sql`${clients.configVersion} + 1` })
      .where(eq(clients.id, scope.client.id));
    const [field] = pendingFields({ fieldDefinitions: [definition], dataBlockConfigs: points.configs }, []);
    if (field === undefined) throw new Error(`No column would come of the new definition of ${internalName}`);
    return { result: { field }, target: displayName, targetId: definition.externalName, after: definition };
  });

type Named = Omit<FieldDefinition, 'externalName'>;

/** What a config's rules say against a definition that would be the last one, and against the configuration it uses. */
function problemsOf(
  { fieldDefinitions, configs }: Pick<DataPointsOfClient, 'fieldDefinitions' | 'configs'>,
  definition: FieldDefinition,
): ConfigProblem[] {
  const config = {
    // The rules look at a whole config; the criteria have no part in this.
    ...defaultConfig('any'),
    fieldDefinitions: [...fieldDefinitions, definition],
    dataBlockConfigs: [...configs],
  };
  const paths = [`/fieldDefinitions/${fieldDefinitions.length}/`];
  if (definition.configId)
    paths.push(`/dataBlockConfigs/${configs.findIndex(({ configId }) => configId === definition.configId)}/`);
  return validateConfig(config).filter(({ instancePath }) => paths.some((path) => instancePath.startsWith(path)));
}

function assertSource(points: DataPointsOfClient, named: Named): void {
  const problems = problemsOf(points, { ...named, externalName: '' }).filter(
    ({ instancePath }) => !instancePath.endsWith('/externalName'),
  );
  const [first] = problems;
  if (first !== undefined) throw new AppError('VALIDATION_FAILED', first.message, { problems });
  const found = findField(named.internalName);
  if (found?.block.isDeprecated !== true && found?.field.isDeprecated !== true) return;
  throw new AppError('VALIDATION_FAILED', `The data point "${named.internalName}" is not offered any more`, {
    internalName: named.internalName,
  });
}

function assertIsNew({ fieldDefinitions, inDataset, pending }: DataPointsOfClient, named: Named): void {
  const key = definitionKey(named);
  const same = fieldDefinitions.find((known) => definitionKey(known) === key);
  if (same === undefined) return;
  const fieldName = same.externalName;
  const waiting = pending.find((field) => field.fieldName === fieldName);
  const name = (waiting ?? inDataset.find((field) => field.fieldName === fieldName))?.displayName ?? fieldName;
  const message =
    waiting === undefined
      ? `This data point is in the dataset already, as "${name}".`
      : `This data point has been added already, as "${name}". It will be in the dataset after the next build.`;
  throw new AppError('CONFLICT', message, { fieldName, displayName: name });
}

/** A column's name is for machines: it stays when people call the data point otherwise. */
function deriveName(points: DataPointsOfClient, named: Named): string {
  const [blockName = '', fieldName = ''] = named.internalName.split('/');
  const config = points.configs.find(({ configId }) => configId === named.configId);
  const own = config === undefined ? [fieldName] : [`${config.label} ${fieldName}`, `${blockName} ${fieldName}`];
  const taken = new Set([
    ...points.inDataset.map((field) => field.fieldName),
    ...points.fieldDefinitions.map(({ externalName }) => externalName),
  ]);
  return columnName(
    [named.displayName, ...own],
    (externalName) => taken.has(externalName) || problemsOf(points, { ...named, externalName }).length > 0,
  );
}
