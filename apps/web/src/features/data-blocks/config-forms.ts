import { type Choice, DEPARTMENTS, SENIORITIES } from './options.ts';

/** A list of keywords in a configuration. */
export interface KeywordsPart {
  readonly kind: 'keywords';
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** Rows in which any of these occurs are left out. */
  readonly isNegative: boolean;
}

/** Country codes and `region:Name` values in a configuration. */
export interface CountriesPart {
  readonly kind: 'countries';
  readonly key: string;
  readonly label: string;
}

/** Values of a closed list in a configuration. */
export interface ChoicesPart {
  readonly kind: 'choices';
  readonly key: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** Open jobs, closed ones or both, kept as two flags. */
export interface OpennessPart {
  readonly kind: 'openness';
  readonly label: string;
}

/** One thing to set in a configuration. */
export type ConfigPart = KeywordsPart | CountriesPart | ChoicesPart | OpennessPart;

/** What a block's configuration consists of, and what it needs at least. */
export interface ConfigForm {
  readonly parts: readonly ConfigPart[];
  /** Of these lists at least one must have an entry; none need be when there are none. */
  readonly needsOneOf: readonly string[];
  /** What to say when all of them are empty. */
  readonly needMessage: string;
}

const NEEDS_KEYWORD = 'Give at least one keyword';

function positive(key: string, label: string, description: string): KeywordsPart {
  return { kind: 'keywords', key, label, description, isNegative: false };
}

function negative(key: string, label: string, description: string): KeywordsPart {
  return { kind: 'keywords', key, label, description, isNegative: true };
}

const COUNTRIES: CountriesPart = { kind: 'countries', key: 'countries', label: 'Countries' };

const FORMS: ReadonlyMap<string, ConfigForm> = new Map([
  [
    'jobs',
    {
      parts: [
        { kind: 'openness', label: 'Which jobs' },
        positive('titleKeywords', 'Title contains', 'Jobs with any of these in the title'),
        negative('negativeTitleKeywords', 'Title does not contain', 'Leaves out jobs with any of these in the title'),
        positive('descriptionKeywords', 'Description contains', 'Jobs with any of these in the description'),
        negative(
          'negativeDescriptionKeywords',
          'Description does not contain',
          'Leaves out jobs with any of these in the description',
        ),
        COUNTRIES,
      ],
      needsOneOf: [],
      needMessage: '',
    },
  ],
  [
    'team_members',
    {
      parts: [
        { kind: 'choices', key: 'departments', label: 'Departments', choices: DEPARTMENTS },
        { kind: 'choices', key: 'seniorities', label: 'Seniorities', choices: SENIORITIES },
        positive('positionKeywords', 'Position contains', 'People with any of these in their position'),
        negative(
          'negativePositionKeywords',
          'Position does not contain',
          'Leaves out people with any of these in their position',
        ),
        COUNTRIES,
      ],
      needsOneOf: ['departments', 'seniorities', 'positionKeywords', 'negativePositionKeywords', 'countries'],
      needMessage: 'Give at least one country, department, seniority or keyword',
    },
  ],
  [
    'software_reviews',
    {
      parts: [
        positive('positiveKeywords', 'Review contains', 'Reviews with any of these in title or text'),
        negative(
          'negativeKeywords',
          'Review does not contain',
          'Leaves out reviews with any of these in title or text',
        ),
      ],
      needsOneOf: ['positiveKeywords'],
      needMessage: NEEDS_KEYWORD,
    },
  ],
  [
    'software_features',
    {
      parts: [positive('keywords', 'Feature contains', 'Features with any of these in name or description')],
      needsOneOf: ['keywords'],
      needMessage: NEEDS_KEYWORD,
    },
  ],
  [
    'main_page_text',
    {
      parts: [positive('keywords', 'Home page contains', 'Home pages with any of these in the visible text')],
      needsOneOf: ['keywords'],
      needMessage: NEEDS_KEYWORD,
    },
  ],
] satisfies [string, ConfigForm][]);

/** What a block's configuration consists of; undefined for blocks that cannot be configured here. */
export function configForm(blockName: string): ConfigForm | undefined {
  return FORMS.get(blockName);
}
