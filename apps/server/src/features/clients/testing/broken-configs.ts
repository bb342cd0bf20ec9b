import type { ClientConfig } from '@quarry/contracts';

/** Parts that break a config, with the problems that they have: the place, the rule, the message. */
export interface BrokenConfig {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly problems: readonly (readonly [instancePath: string, rule: string, message: string])[];
}

const jobs = { configId: 'j1', blockName: 'jobs', label: 'Jobs', config: { onlyOpenJobs: true } };
const group = (...rules: object[]) => ({ id: 'root', combinator: 'and', rules });

/** Every rule that a save checks, broken in a config that is saved. */
export function brokenConfigs({ fieldDefinitions: saved, dataBlockConfigs }: ClientConfig): readonly BrokenConfig[] {
  const next = `/fieldDefinitions/${saved.length}`;
  const configs = (...more: object[]) => ({ dataBlockConfigs: [...dataBlockConfigs, ...more] });
  const nextConfig = `/dataBlockConfigs/${dataBlockConfigs.length}`;
  const definition = (changes: object) => ({
    fieldDefinitions: [
      ...saved,
      { internalName: 'firmographics/region', externalName: 'own_region', displayName: '', ...changes },
    ],
  });
  const custom = (changes: object) => ({ customDataFields: [{ name: 'own', type: 'Number', ...changes }] });
  const one = (parts: BrokenConfig['parts'], ...problem: BrokenConfig['problems'][number]): BrokenConfig => ({
    parts,
    problems: [problem],
  });
  return [
    // The shape.
    one(
      { isCalibrationModeEnabled: 'yes' },
      '/isCalibrationModeEnabled',
      'invalid_type',
      'Invalid input: expected boolean, received string',
    ),
    one(
      { calibrationModeCompanies: Array.from({ length: 1001 }, (_each, at) => `c${at}.com`) },
      '/calibrationModeCompanies',
      'too_big',
      'There can be at most 1,000 calibration companies',
    ),
    one({ colour: 'red' }, '/colour', 'unrecognized_keys', 'A config has no part "colour"'),
    // Sourcing criteria.
    one(
      { sourcingCriteria: group() },
      '/sourcingCriteria',
      'criteriaNotEmpty',
      'The sourcing criteria cannot be empty',
    ),
    one(
      { sourcingCriteria: group({ id: 'a', field: 'firmographics/nothing', operator: 'exists' }) },
      '/sourcingCriteria',
      'criteriaValid',
      'Unknown field "firmographics/nothing"',
    ),
    // Field definitions.
    one(
      definition({ externalName: '' }),
      `${next}/externalName`,
      'externalName',
      'Every field definition needs an externalName',
    ),
    one(
      definition({ externalName: 'name' }),
      `${next}/externalName`,
      'externalNameUnique',
      'The name "name" is used more than once',
    ),
    one(
      definition({ internalName: 'firmographics/nothing' }),
      `${next}/internalName`,
      'fieldExists',
      'There is no data point "firmographics/nothing"',
    ),
    one(
      definition({ internalName: 'jobs/count' }),
      `${next}/internalName`,
      'fieldExists',
      '"jobs/count" needs a configuration',
    ),
    // A config id that is in use was removed.
    one(
      definition({ internalName: 'jobs/count', configId: 'removed' }),
      `${next}/internalName`,
      'fieldExists',
      'There is no configuration "removed"',
    ),
    one(
      { ...definition({ internalName: 'team_members/count', configId: 'j1' }), ...configs(jobs) },
      `${next}/internalName`,
      'fieldExists',
      'The configuration "j1" does not belong to "team_members"',
    ),
    ...['domain', 'name'].map((kept) =>
      one(
        { fieldDefinitions: saved.filter(({ externalName }) => externalName !== kept) },
        '/fieldDefinitions',
        'keptDefinitions',
        `The data point "${kept}" (firmographics/${kept === 'name' ? 'company_name' : 'primary_domain'}) cannot be removed`,
      ),
    ),
    // Configurations.
    one(
      configs({ ...jobs, configId: ' ' }),
      `${nextConfig}/configId`,
      'configComplete',
      'Every configuration needs a configId',
    ),
    one(
      configs({ ...jobs, blockName: '' }),
      `${nextConfig}/blockName`,
      'configComplete',
      'Every configuration needs a data block',
    ),
    one(configs({ ...jobs, config: {} }), `${nextConfig}/config`, 'configComplete', 'The configuration "j1" is empty'),
    one(
      configs(jobs, { ...jobs, configId: ' j1 ' }),
      `/dataBlockConfigs/${dataBlockConfigs.length + 1}/configId`,
      'configIdUnique',
      '"j1" is used more than once',
    ),
    // Custom fields.
    one(
      custom({ name: 'domain' }),
      '/customDataFields/0/name',
      'customFieldUnique',
      'Cant add field with name that already exists',
    ),
    one(
      custom({ name: '' }),
      '/customDataFields/0/name',
      'too_small',
      'Too small: expected string to have >=1 characters',
    ),
    one(
      custom({ fromField: 'own', expressionSql: '1' }),
      '/customDataFields/0',
      'oneOrigin',
      'A custom field is either uploaded or computed by an expression',
    ),
    one(
      custom({ expressionSql: ' ' }),
      '/customDataFields/0/expressionSql',
      'expressionNotEmpty',
      'The expression SQL is missing',
    ),
    one(
      custom({ type: 'Date', expressionSql: 'upper(name)' }),
      '/customDataFields/0/expressionSql',
      'expressionValid',
      'This must be a date, not a text',
    ),
    one(
      custom({ expressionSql: '1 + nothing' }),
      '/customDataFields/0/expressionSql',
      'expressionValid',
      'There is no data point “nothing” to compute with',
    ),
    one(
      custom({ type: 'String', expressionSql: "file('/etc/passwd')" }),
      '/customDataFields/0/expressionSql',
      'expressionValid',
      'There is no function “file”',
    ),
    one(
      { enrichmentDestinations: ['nothing'] },
      '/enrichmentDestinations/0',
      'destinationExists',
      'There is no data block "nothing"',
    ),
    // All problems are reported at once.
    {
      parts: { ...definition({ externalName: '' }), sourcingCriteria: group() },
      problems: [
        ['/sourcingCriteria', 'criteriaNotEmpty', 'The sourcing criteria cannot be empty'],
        [`${next}/externalName`, 'externalName', 'Every field definition needs an externalName'],
      ],
    },
  ];
}
