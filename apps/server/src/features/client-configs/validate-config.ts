import { AppError } from '@quarry/contracts';
import { countRules, validateFilter } from '@quarry/filters';
import type { z } from 'zod';
import { findBlock, findField } from '#server/features/universe/blocks/index.ts';
import { type BlockConfigs, type ParsedConfig, universeFields } from '#server/features/universe/criteria/data-point.ts';
import { type ClientConfig, clientConfig, type FieldDefinition } from './client-config.ts';

/** A problem of a config, as the editor lists it. */
export interface ConfigProblem {
  /** The place in the config, such as `/fieldDefinitions/3/externalName`. */
  readonly instancePath: string;
  /** The broken rule. */
  readonly schemaPath: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The data points that every client needs, with the names that the product relies on. */
export const REQUIRED_DEFINITIONS = [
  { internalName: 'firmographics/primary_domain', externalName: 'domain' },
  { internalName: 'firmographics/company_name', externalName: 'name' },
] as const;

/** External names are filter keys and column names. */
const EXTERNAL_NAME = /^[a-z][a-z0-9_]{0,62}$/;
/** Keys that every company row has. */
const RESERVED_NAMES = new Set(['contacts_count']);

/** Parses and validates a config. Throws VALIDATION_FAILED with all problems in `context.problems`. */
export function parseConfig(input: unknown): ClientConfig {
  const parsed = clientConfig.safeParse(input);
  if (!parsed.success) throw invalidConfig(parsed.error.issues.map(fromIssue));
  assertValidConfig(parsed.data);
  return parsed.data;
}

/** Throws VALIDATION_FAILED with all problems in `context.problems`. */
export function assertValidConfig(config: ClientConfig): void {
  const problems = validateConfig(config);
  if (problems.length > 0) throw invalidConfig(problems);
}

/** Checks the rules that the schema doesn't cover; returns an empty list if the config is valid. */
export function validateConfig(config: ClientConfig): ConfigProblem[] {
  return [...criteriaProblems(config), ...definitionProblems(config), ...blockConfigProblems(config)];
}

function invalidConfig(problems: readonly ConfigProblem[]): AppError {
  return new AppError('VALIDATION_FAILED', 'The config is incorrect, please fix the changes and try again', {
    problems,
  });
}

function fromIssue(issue: z.core.$ZodIssue): ConfigProblem {
  const instancePath = issue.path.map((key) => `/${String(key)}`).join('');
  return { instancePath, schemaPath: `#/${issue.code}`, message: issue.message, params: {} };
}

function problem(
  instancePath: string,
  rule: string,
  message: string,
  params: Record<string, unknown> = {},
): ConfigProblem {
  return { instancePath, schemaPath: `#/rules/${rule}`, message, params };
}

function criteriaProblems({ sourcingCriteria, dataBlockConfigs }: ClientConfig): ConfigProblem[] {
  const path = '/sourcingCriteria';
  if (countRules(sourcingCriteria) === 0)
    return [problem(path, 'criteriaNotEmpty', 'The sourcing criteria cannot be empty')];
  return validateFilter(sourcingCriteria, universeFields(validConfigs(dataBlockConfigs)), { staff: true }).map(
    ({ ruleId, reason }) => problem(path, 'criteriaValid', reason, { ruleId }),
  );
}

/** The valid configs; `blockConfigProblems` reports the others. */
function validConfigs(configs: ClientConfig['dataBlockConfigs']): BlockConfigs {
  return new Map(
    configs.flatMap(({ configId, blockName, label, config }): [string, ParsedConfig][] => {
      const block = findBlock(blockName);
      if (block === undefined || !block.isParameterisedWithDynamicConfig) return [];
      const parsed = block.configSchema.safeParse(config);
      return parsed.success ? [[configId, { configId, label, block, config: parsed.data }]] : [];
    }),
  );
}

function definitionProblems({ fieldDefinitions, dataBlockConfigs }: ClientConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const byName = Map.groupBy(fieldDefinitions, ({ externalName }) => externalName);
  fieldDefinitions.forEach((definition, at) => {
    const path = `/fieldDefinitions/${at}`;
    const message = nameProblem(definition.externalName);
    if (message !== null) problems.push(problem(`${path}/externalName`, 'externalName', message));
    else if (byName.get(definition.externalName)?.[0] !== definition) {
      problems.push(
        problem(
          `${path}/externalName`,
          'externalNameUnique',
          `The name "${definition.externalName}" is used more than once`,
        ),
      );
    }
    const unusable = fieldProblem(definition, dataBlockConfigs);
    if (unusable !== null) problems.push(problem(`${path}/internalName`, 'fieldExists', unusable));
  });
  for (const required of REQUIRED_DEFINITIONS) {
    if (byName.get(required.externalName)?.some(({ internalName }) => internalName === required.internalName) === true)
      continue;
    problems.push(
      problem(
        '/fieldDefinitions',
        'keptDefinitions',
        `The data point "${required.externalName}" (${required.internalName}) cannot be removed`,
      ),
    );
  }
  return problems;
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Every field definition needs an externalName';
  if (RESERVED_NAMES.has(name)) return `The name "${name}" is reserved`;
  if (EXTERNAL_NAME.test(name) && !name.includes('__')) return null;
  return `"${name}" cannot be used as a name: use at most 63 lower-case letters, digits and single underscores, starting with a letter`;
}

function fieldProblem(definition: FieldDefinition, configs: ClientConfig['dataBlockConfigs']): string | null {
  const found = findField(definition.internalName);
  if (found === undefined) return `There is no data point "${definition.internalName}"`;
  const { block } = found;
  if (!block.isParameterisedWithDynamicConfig) {
    return definition.configId ? `The data block "${block.blockName}" takes no configuration` : null;
  }
  if (!definition.configId) return `"${definition.internalName}" needs a configuration`;
  const config = configs.find(({ configId }) => configId === definition.configId);
  if (config === undefined) return `There is no configuration "${definition.configId}"`;
  return config.blockName === block.blockName
    ? null
    : `The configuration "${definition.configId}" does not belong to "${block.blockName}"`;
}

function blockConfigProblems({ dataBlockConfigs }: ClientConfig): ConfigProblem[] {
  const byId = Map.groupBy(dataBlockConfigs, ({ configId }) => configId);
  return dataBlockConfigs.flatMap((config, at) => {
    const path = `/dataBlockConfigs/${at}`;
    const isRepeated = byId.get(config.configId)?.[0] !== config;
    const repeated = isRepeated
      ? [problem(`${path}/configId`, 'configIdUnique', `"${config.configId}" is used more than once`)]
      : [];
    const block = findBlock(config.blockName);
    if (block === undefined || !block.isParameterisedWithDynamicConfig) {
      return [
        ...repeated,
        problem(`${path}/blockName`, 'configFitsBlock', `The data block "${config.blockName}" takes no configuration`),
      ];
    }
    const parsed = block.configSchema.safeParse(config.config);
    if (parsed.success) return repeated;
    const broken = parsed.error.issues.map((issue) => {
      const configProblem = fromIssue(issue);
      return { ...configProblem, instancePath: `${path}/config${configProblem.instancePath}` };
    });
    return [...repeated, ...broken];
  });
}
