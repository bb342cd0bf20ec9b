import {
  AppError,
  type ClientConfig,
  type ConfigProblem,
  clientConfig,
  type DataBlockConfig,
  type FieldDefinition,
  INVALID_CONFIG,
} from '@quarry/contracts';
import { countRules, validateFilter } from '@quarry/filters';
import type { z } from 'zod';
import { findBlock, findField } from '#server/features/universe/blocks/index.ts';
import { type BlockConfigs, type ParsedConfig, universeFields } from '#server/features/universe/criteria/data-point.ts';
import { configExpressionProblem } from './expressions/config-expressions.ts';

/** The data points that every client needs, with the names that the product relies on. */
export const REQUIRED_DEFINITIONS = [
  { internalName: 'firmographics/primary_domain', externalName: 'domain' },
  { internalName: 'firmographics/company_name', externalName: 'name' },
] as const;

/** External names are filter keys and column names. */
const EXTERNAL_NAME = /^[a-z][a-z0-9_]{0,62}$/;
/** Keys that every company row has. */
const RESERVED_NAMES = new Set(['contacts_count']);

/**
 * Parses and validates a config; `before` is the saved one, whose deprecated data points may stay. Throws
 * VALIDATION_FAILED with all problems in `context.problems`.
 */
export function parseConfig(input: unknown, before: ClientConfig | null = null): ClientConfig {
  const checked = checkConfig(input, before);
  if (checked.problems.length > 0 || checked.config === null) throw invalidConfig(checked.problems);
  return checked.config;
}

/** Finds all problems of a config. Null if it doesn't even have the shape of one. */
export function checkConfig(
  input: unknown,
  before: ClientConfig | null = null,
): { readonly config: ClientConfig | null; readonly problems: readonly ConfigProblem[] } {
  const parsed = clientConfig.safeParse(input);
  if (!parsed.success) return { config: null, problems: parsed.error.issues.map(fromIssue) };
  return { config: parsed.data, problems: validateConfig(parsed.data, before) };
}

/** Throws VALIDATION_FAILED with all problems in `context.problems`. */
export function assertValidConfig(config: ClientConfig): void {
  const problems = validateConfig(config);
  if (problems.length > 0) throw invalidConfig(problems);
}

/** Checks the rules that the schema doesn't cover; returns an empty list if the config is valid. */
export function validateConfig(config: ClientConfig, before: ClientConfig | null = null): ConfigProblem[] {
  return [
    ...criteriaProblems(config),
    ...definitionProblems(config),
    ...deprecatedProblems(config, before),
    ...blockConfigProblems(config),
    ...customFieldProblems(config),
    ...destinationProblems(config),
  ];
}

export function invalidConfig(problems: readonly ConfigProblem[]): AppError {
  return new AppError('VALIDATION_FAILED', INVALID_CONFIG, { problems });
}

function fromIssue(issue: z.core.$ZodIssue): ConfigProblem {
  const instancePath = issue.path.map((key) => `/${String(key)}`).join('');
  const { code, path: _path, message, input: _input, ...params } = issue;
  return { instancePath, schemaPath: `#/${code}`, message, params: toJson(params) };
}

/** What JSON can say of it. */
function toJson(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]): [string, unknown][] => {
      if (typeof value === 'function' || value === undefined) return [];
      return [
        [key, typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value],
      ];
    }),
  );
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

/** Deprecated data points may stay where they are, but not come in. */
function deprecatedProblems({ fieldDefinitions }: ClientConfig, before: ClientConfig | null): ConfigProblem[] {
  const known = new Set(before?.fieldDefinitions.map(({ internalName }) => internalName));
  return fieldDefinitions.flatMap(({ internalName }, at) => {
    const found = findField(internalName);
    const isDeprecated = found?.block.isDeprecated === true || found?.field.isDeprecated === true;
    if (!isDeprecated || known.has(internalName)) return [];
    return [
      problem(
        `/fieldDefinitions/${at}/internalName`,
        'notDeprecated',
        `The data point "${internalName}" is deprecated`,
      ),
    ];
  });
}

function customFieldProblems({ customDataFields, fieldDefinitions }: ClientConfig): ConfigProblem[] {
  const taken = new Set(fieldDefinitions.map(({ externalName }) => externalName));
  return customDataFields.flatMap(({ name, type, fromField, expressionSql }, at) => {
    const path = `/customDataFields/${at}`;
    const problems: ConfigProblem[] = [];
    const message = nameProblem(name);
    if (message !== null) problems.push(problem(`${path}/name`, 'customFieldName', message));
    else if (taken.has(name))
      problems.push(problem(`${path}/name`, 'customFieldUnique', 'Cant add field with name that already exists'));
    taken.add(name);
    if (fromField != null && expressionSql != null) {
      problems.push(problem(path, 'oneOrigin', 'A custom field is either uploaded or computed by an expression'));
    }
    if (expressionSql?.trim() === '')
      problems.push(problem(`${path}/expressionSql`, 'expressionNotEmpty', 'The expression SQL is missing'));
    else if (expressionSql != null) {
      const broken = configExpressionProblem(expressionSql, type, { fieldDefinitions });
      if (broken !== null) {
        const place = { at: broken.at };
        problems.push(problem(`${path}/expressionSql`, 'expressionValid', broken.message, place));
      }
    }
    return problems;
  });
}

function destinationProblems({ enrichmentDestinations }: ClientConfig): ConfigProblem[] {
  return enrichmentDestinations.flatMap((name, at) =>
    findBlock(name) === undefined
      ? [problem(`/enrichmentDestinations/${at}`, 'destinationExists', `There is no data block "${name}"`)]
      : [],
  );
}

function blockConfigProblems({ dataBlockConfigs }: ClientConfig): ConfigProblem[] {
  const byId = Map.groupBy(dataBlockConfigs, ({ configId }) => configId);
  return dataBlockConfigs.flatMap((config, at) => {
    const path = `/dataBlockConfigs/${at}`;
    const isRepeated = byId.get(config.configId)?.[0] !== config;
    const repeated = isRepeated
      ? [problem(`${path}/configId`, 'configIdUnique', `"${config.configId}" is used more than once`)]
      : [];
    const missing = missingInConfig(config).map(([key, message]) =>
      problem(`${path}/${key}`, 'configComplete', message),
    );
    if (missing.length > 0) return [...repeated, ...missing];
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

/** The missing parts of a configuration: each key with its message. */
function missingInConfig({ configId, blockName, config }: DataBlockConfig): [keyof DataBlockConfig, string][] {
  const missing: [keyof DataBlockConfig, string][] = [];
  if (configId === '') missing.push(['configId', 'Every configuration needs a configId']);
  if (blockName === '') missing.push(['blockName', 'Every configuration needs a data block']);
  if (Object.keys(config).length === 0) missing.push(['config', `The configuration "${configId}" is empty`]);
  return missing;
}
