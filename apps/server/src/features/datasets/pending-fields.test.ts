import { expect, test } from 'vitest';
import { nextBuildDueAt } from '#server/features/datasets/next-build.ts';
import { namedSchema } from './dataset-schema.ts';
import { pendingFields } from './pending-fields.ts';
import { planColumns } from './plan-columns.ts';

const config = (configId: string, blockName: string, content: Record<string, unknown>) => ({
  configId,
  blockName,
  label: configId,
  config: content,
});
const dataBlockConfigs = [
  config('roles', 'jobs', { onlyOpenJobs: true }),
  config('page', 'main_page_text', { keywords: ['trial'] }),
  config('old', 'jobs', { titleKeywords: 7 }),
  config('gone', 'vanished', {}),
];
const point = (internalName: string, externalName: string, configId?: string) => ({
  internalName,
  externalName,
  displayName: '',
  ...(configId === undefined ? {} : { configId }),
});
const CITY = point('firmographics/city', 'city');
const ROLES = point('jobs/count', 'roles', 'roles');

test('pending fields are those that the next build adds or that change under the same name', () => {
  const pending = (fieldDefinitions: (typeof CITY)[], built: (typeof CITY)[]) => {
    const schema = namedSchema(
      planColumns({ fieldDefinitions: built, dataBlockConfigs: dataBlockConfigs.slice(0, 2), customDataFields: [] }),
      built,
      {},
    );
    const found = pendingFields({ fieldDefinitions, dataBlockConfigs, customDataFields: [] }, schema);
    return found.map(({ fieldName, displayName, ccmName }) => [fieldName, displayName, ccmName]);
  };
  const roles = ['roles', 'roles · Matching jobs', 'jobs/count#roles'];
  expect(pending([CITY, ROLES], [CITY, ROLES])).toEqual([]);
  expect(pending([CITY, ROLES], [CITY])).toEqual([roles]);
  expect(pending([CITY, ROLES], [CITY, point('firmographics/region', 'roles')])).toEqual([roles]);
  expect(pending([CITY, { ...ROLES, externalName: 'openings' }], [CITY, ROLES])).toEqual([
    ['openings', ...roles.slice(1)],
  ]);
  const gone = [
    point('vanished/field', 'vanished'),
    point('jobs/vanished', 'vanished_field', 'roles'),
    point('jobs/count', 'of_vanished', 'gone'),
    point('jobs/count', 'without_config', 'lost'),
    point('jobs/count', 'of_another_block', 'page'),
    point('jobs/count', 'not_understood', 'old'),
    point('firmographics/city', 'under_a_config', 'roles'),
  ];
  expect(pending([...gone, CITY, ROLES], [CITY])).toEqual([roles]);
});

test('a build is due a day after the last one started, or now if that has passed', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  const due = (lastDataSyncStartedAt: string | null, autoSyncEnabled = true) =>
    nextBuildDueAt(
      {
        autoSyncEnabled,
        lastDataSyncStartedAt: lastDataSyncStartedAt === null ? null : new Date(lastDataSyncStartedAt),
      },
      now,
    );
  expect(due('2026-03-02T11:00:00Z')).toEqual(new Date('2026-03-03T11:00:00Z'));
  expect(due('2026-03-01T11:59:00Z')).toEqual(now);
  expect(due(null)).toEqual(now);
  expect(due('2026-03-02T11:00:00Z', false)).toBeNull();
});
