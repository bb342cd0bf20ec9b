import { isDeepStrictEqual } from 'node:util';
import type { ClientConfig, ConfigDifference } from '@quarry/contracts';
import { inWords } from '#server/features/markets/requests/compare-criteria.ts';

type Part = keyof ClientConfig;

/** What differs between two configs, part by part, for people. */
export function compareConfigs(before: ClientConfig, after: ClientConfig): ConfigDifference[] {
  return PARTS.flatMap((part): ConfigDifference[] => {
    if (isSame(before[part], after[part])) return [];
    const [old, next] = [itemsOf(before, part), itemsOf(after, part)];
    const added = [...next].filter(([name]) => !old.has(name));
    const removed = [...old].filter(([name]) => !next.has(name));
    const changed = [...next].flatMap(([what, text]) => {
      const was = old.get(what);
      return was === undefined || was === text ? [] : [{ what, before: was, after: text }];
    });
    const isReordered = added.length === 0 && removed.length === 0 && changed.length === 0;
    return [
      {
        part,
        added: added.map(nameAndText),
        removed: removed.map(nameAndText),
        changed: isReordered
          ? [{ what: 'Order', before: [...old.keys()].join(', '), after: [...next.keys()].join(', ') }]
          : changed,
      },
    ];
  });
}

const nameAndText = ([name, text]: readonly [string, string]): string => (text === '' ? name : `${name}: ${text}`);

/** The parts in the order of the editor's tabs. */
const PARTS = [
  'isSourcingEnabled',
  'autoSyncEnabled',
  'sourcingCriteria',
  'dataBlockConfigs',
  'fieldDefinitions',
  'customDataFields',
  'enrichmentDestinations',
  'otherEnrichmentStages',
  'crmDataPullEnabled',
  'crmDataPullConfig',
  'lifecycleStage',
  'scheduledForDeletionAt',
  'gfAppFeatureFlags',
  'gfAppSettings',
  'isCalibrationModeEnabled',
  'calibrationModeCompanies',
  'excludeCompanyIds',
] as const satisfies readonly Part[];

/** The items of a part by name, each described; a part that is no list is one item. */
function itemsOf(config: ClientConfig, part: (typeof PARTS)[number]): ReadonlyMap<string, string> {
  switch (part) {
    case 'sourcingCriteria':
      return new Map([['Criteria', inWords({ criteria: config.sourcingCriteria, configs: config.dataBlockConfigs })]]);
    case 'dataBlockConfigs':
      return new Map(
        config.dataBlockConfigs.map(({ configId, blockName, label, config: content }) => [
          configId,
          `${label}, ${blockName} ${JSON.stringify(content)}`,
        ]),
      );
    case 'fieldDefinitions':
      return new Map(
        config.fieldDefinitions.map(({ externalName, displayName, internalName, configId }) => [
          externalName,
          [displayName, internalName, ...(configId ? [`under ${configId}`] : [])].filter(Boolean).join(', '),
        ]),
      );
    case 'customDataFields':
      return new Map(
        config.customDataFields.map(({ name, displayName, type, description, fromField, expressionSql }) => [
          name,
          [displayName, type, description, expressionSql ?? `from ${fromField ?? name}`].filter(Boolean).join(', '),
        ]),
      );
    case 'enrichmentDestinations':
    case 'otherEnrichmentStages':
    case 'gfAppFeatureFlags':
    case 'calibrationModeCompanies':
    case 'excludeCompanyIds':
      return new Map(config[part].map((item) => [item, '']));
    case 'isSourcingEnabled':
    case 'autoSyncEnabled':
    case 'crmDataPullEnabled':
    case 'isCalibrationModeEnabled':
      return new Map([['Setting', config[part] ? 'On' : 'Off']]);
    case 'lifecycleStage':
    case 'scheduledForDeletionAt':
      return new Map([['Setting', config[part] ?? 'None']]);
    case 'gfAppSettings':
    case 'crmDataPullConfig':
      return new Map([['Setting', JSON.stringify(config[part])]]);
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
