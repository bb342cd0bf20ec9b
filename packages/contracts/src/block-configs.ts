import { z } from 'zod';
import { choices, countries, keywords, needsOneOf, negativeKeywords, openness } from './config-fields.ts';
import { type ConfigPart, type ConfigValues, configParts, type Openness, opennessOf } from './config-parts.ts';
import { DEPARTMENTS, SENIORITIES, SENIORITY_NAMES } from './people.ts';

/**
 * The config of a dynamic data block, described once: the server parses it with the schema; the web app derives form,
 * summary and validation from the parts.
 */
export interface BlockConfig<Schema extends z.ZodObject = z.ZodObject> {
  readonly blockName: string;
  /** The start of the summary. */
  readonly subject: (config: ConfigValues) => string;
  /** Parses a config and fills in defaults. */
  readonly schema: Schema;
  /** In form order; `key` is the part's key in the config. */
  readonly parts: readonly (ConfigPart & { readonly key: string })[];
}

export type ParsedBy<Config extends BlockConfig> = z.output<Config['schema']>;

/** Describes a config by a schema whose fields come from `config-fields.ts`. */
export function blockConfig<Schema extends z.ZodObject>(
  blockName: string,
  subject: string | ((config: ConfigValues) => string),
  schema: Schema,
): BlockConfig<Schema> {
  const parts = Object.entries(schema.shape).flatMap(([key, field]) => {
    const part = configParts.get(field);
    return part === undefined ? [] : [{ ...part, key }];
  });
  return { blockName, subject: typeof subject === 'string' ? () => subject : subject, schema, parts };
}

const NEEDS_KEYWORD = 'Give at least one keyword';
const JOBS: Readonly<Record<Openness, string>> = {
  open: 'Open jobs',
  closed: 'Closed jobs',
  all: 'Open and closed jobs',
};

export const jobsConfig = blockConfig(
  'jobs',
  (config) => JOBS[opennessOf(config)],
  z
    .strictObject({
      ...openness('Which jobs'),
      titleKeywords: keywords({
        label: 'Title contains',
        description: 'Jobs with any of these in the title',
        phrase: 'with {} in the title',
      }),
      negativeTitleKeywords: negativeKeywords({
        label: 'Title does not contain',
        description: 'Excludes jobs with any of these in the title',
        phrase: 'without {} in the title',
      }),
      descriptionKeywords: keywords({
        label: 'Description contains',
        description: 'Jobs with any of these in the description',
        phrase: 'with {} in the description',
      }),
      negativeDescriptionKeywords: negativeKeywords({
        label: 'Description does not contain',
        description: 'Excludes jobs with any of these in the description',
        phrase: 'without {} in the description',
      }),
      countries: countries(),
    })
    .overwrite((value) => ({ ...value, onlyOpenJobs: value.onlyOpenJobs ?? !value.onlyOldJobs }))
    .refine((value) => !(value.onlyOpenJobs && value.onlyOldJobs), {
      path: ['onlyOldJobs'],
      message: 'Choose open jobs, old jobs or both: onlyOpenJobs and onlyOldJobs cannot both be true',
    }),
);

export const teamMembersConfig = blockConfig(
  'team_members',
  'People',
  z
    .strictObject({
      departments: choices(DEPARTMENTS, { label: 'Departments', phrase: 'in {}' }),
      seniorities: choices(SENIORITIES, {
        label: 'Seniorities',
        phrase: 'at the level of {}',
        names: SENIORITY_NAMES,
      }),
      positionKeywords: keywords({
        label: 'Position contains',
        description: 'People with any of these in their position',
        phrase: 'with {} in the position',
      }),
      negativePositionKeywords: negativeKeywords({
        label: 'Position does not contain',
        description: 'Excludes people with any of these in their position',
        phrase: 'without {} in the position',
      }),
      countries: countries(),
    })
    .check(
      needsOneOf(
        ['departments', 'seniorities', 'positionKeywords', 'negativePositionKeywords', 'countries'],
        'Give at least one country, department, seniority or keyword',
      ),
    ),
);

export const softwareReviewsConfig = blockConfig(
  'software_reviews',
  'Reviews',
  z
    .strictObject({
      positiveKeywords: keywords({
        label: 'Review contains',
        description: 'Reviews with any of these in title or text',
        phrase: 'that contain {}',
      }),
      negativeKeywords: negativeKeywords({
        label: 'Review does not contain',
        description: 'Excludes reviews with any of these in title or text',
        phrase: 'but not {}',
      }),
    })
    .check(needsOneOf(['positiveKeywords'], NEEDS_KEYWORD)),
);

export const softwareFeaturesConfig = blockConfig(
  'software_features',
  'Features',
  z
    .strictObject({
      keywords: keywords({
        label: 'Feature contains',
        description: 'Features with any of these in name or description',
        phrase: 'that contain {}',
      }),
    })
    .check(needsOneOf(['keywords'], NEEDS_KEYWORD)),
);

export const mainPageTextConfig = blockConfig(
  'main_page_text',
  'Home pages',
  z
    .strictObject({
      keywords: keywords({
        label: 'Home page contains',
        description: 'Home pages with any of these in the visible text',
        phrase: 'that contain {}',
      }),
    })
    .check(needsOneOf(['keywords'], NEEDS_KEYWORD)),
);

const byName: ReadonlyMap<string, BlockConfig> = new Map(
  [jobsConfig, teamMembersConfig, softwareReviewsConfig, softwareFeaturesConfig, mainPageTextConfig].map(
    (config): [string, BlockConfig] => [config.blockName, config],
  ),
);

/** The config description of a block; undefined for blocks without configs. */
export function findBlockConfig(blockName: string): BlockConfig | undefined {
  return byName.get(blockName);
}
