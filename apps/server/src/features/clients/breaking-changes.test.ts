import type { ClientConfig } from '@quarry/contracts';
import { fieldKey } from '@quarry/filters';
import { sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { type VersionSchema, versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { renamedColumns } from '#server/features/datasets/renames.ts';
import { findBreakingChanges } from './breaking-changes.ts';
import type { ColumnUse } from './config-users.ts';

const EDITS = 500;
const NAMES = ['revenue', 'city', 'size', 'jobs'];
const POINTS = ['firmographics/revenue_usd', 'firmographics/city', 'firmographics/employee_count', 'jobs/count'];

const definitions = fc.uniqueArray(
  fc.record({
    externalName: fc.constantFrom(...NAMES),
    internalName: fc.constantFrom(...POINTS),
    displayName: fc.constantFrom('', 'Shown'),
    configId: fc.constantFrom('j1', 'j2', null, undefined),
  }),
  { selector: ({ externalName }) => externalName },
);
const customFields = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('own_1', 'own_2'),
    displayName: fc.constant(''),
    type: fc.constantFrom('String', 'Number'),
    description: fc.constantFrom('', 'described'),
    expressionSql: fc.constantFrom(null, 'upper(name)'),
  }),
  { selector: ({ name }) => name },
);
const configs = fc.uniqueArray(
  fc.record({
    configId: fc.constantFrom('j1', 'j2'),
    blockName: fc.constant('jobs'),
    label: fc.constantFrom('Jobs', 'Openings'),
    config: fc.constantFrom({}, { onlyOpenJobs: true }),
  }),
  { selector: ({ configId }) => configId },
);
const config = fc
  .record({ fieldDefinitions: definitions, customDataFields: customFields, dataBlockConfigs: configs })
  .map((parts): ClientConfig => ({ ...defaultConfig('acme'), ...parts }));
const use: fc.Arbitrary<ColumnUse> = fc.record({
  kind: fc.constantFrom('tag', 'segment', 'scoring', 'view', 'integration'),
  id: fc.constantFrom('1', '2'),
  name: fc.constant('Something'),
  use: fc.constantFrom('rule', 'order', 'column', 'mapping'),
  fieldName: fc.constantFrom(...NAMES, 'own_1', 'own_2', 'name'),
});
const world = fc.record({ before: config, after: config, uses: fc.array(use, { maxLength: 6 }) });

/** A text that describes what a column holds; undefined if the config has no such column. */
function meaningOf({ fieldDefinitions, customDataFields }: ClientConfig, name: string): string | undefined {
  const point = fieldDefinitions.find(({ externalName }) => externalName === name);
  if (point !== undefined) return JSON.stringify([point.internalName, point.configId ?? '']);
  const own = customDataFields.find((field) => field.name === name);
  return own === undefined ? undefined : JSON.stringify(['own', name, own.type, own.expressionSql !== null]);
}

/** The columns of a version that was built under a config. */
function versionOf({ fieldDefinitions }: ClientConfig): VersionSchema {
  return versionSchema.parse({
    columns: fieldDefinitions.map(({ externalName, internalName, configId }) => ({
      fieldName: externalName,
      displayName: '',
      description: '',
      type: 'String',
      key: fieldKey(internalName, configId ?? undefined),
      blockName: '',
      internalName,
      dynamicConfig: null,
    })),
  });
}

test('breaking changes are those by which a use of a column would mean something else', () => {
  console.log(`QUARRY_SEED=${seed}`);
  for (const { before, after, uses } of sample(world, EDITS)) {
    const found = findBreakingChanges(before, after, uses, (configId) => ({
      markets: configId === 'j1' ? [{ id: 'm', name: 'Market' }] : [],
      dataPoints: [],
      isInSourcingCriteria: false,
    }));
    const ofColumns = found.filter(({ dependants }) => dependants.every(({ kind }) => kind !== 'market'));
    const listed = new Set(
      ofColumns.flatMap(({ fieldName, dependants }) => dependants.map((each) => JSON.stringify([fieldName, each]))),
    );
    const broken = uses.filter(({ fieldName }) => {
      const meaning = meaningOf(before, fieldName);
      return meaning !== undefined && meaningOf(after, fieldName) !== meaning;
    });
    const expected = new Set(
      broken.map(({ fieldName, kind, id, name, use }) => JSON.stringify([fieldName, { kind, id, name, use }])),
    );
    expect(listed).toEqual(expected);
    for (const { kind, fieldName, newFieldName } of ofColumns) {
      const meaning = meaningOf(before, fieldName);
      const now = meaningOf(after, fieldName);
      if (kind === 'CHANGED') expect(now).not.toBe(meaning);
      else expect(now).toBeUndefined();
      if (newFieldName !== null)
        expect([meaningOf(after, newFieldName), meaningOf(before, newFieldName)]).toEqual([meaning, undefined]);
    }
    // The build renames exactly the columns that the save announced.
    const announced = ofColumns.flatMap(({ fieldName, newFieldName }) =>
      newFieldName === null ? [] : [[fieldName, newFieldName]],
    );
    expect([...renamedColumns(versionOf(after), versionOf(before))]).toEqual(announced);
    const content = ({ dataBlockConfigs }: ClientConfig) =>
      JSON.stringify(dataBlockConfigs.find(({ configId }) => configId === 'j1')?.config ?? null);
    const hadJ1 = before.dataBlockConfigs.some(({ configId }) => configId === 'j1');
    const touchesMarket = found.some(({ dependants }) => dependants.some(({ kind }) => kind === 'market'));
    expect(touchesMarket).toBe(hadJ1 && content(before) !== content(after));
  }
});
