import { countryLabel } from '../../ui/filter-builder/text-list.ts';
import { type ConfigValues, listOf, type Openness, opennessOf } from './config-values.ts';
import { SENIORITY_NAMES } from './options.ts';

/** How many entries of a list are named before the rest is counted. */
const NAMED = 5;

/** A configuration in one plain sentence without a full stop, e.g. `Open jobs with “sales” in the title in Europe`. */
export function summariseConfig(blockName: string, config: ConfigValues): string {
  const quoted = (key: string) => joinWords(listOf(config, key).map((keyword) => `“${keyword}”`));
  const clause = (before: string, words: string, after = '') => (words === '' ? '' : `${before} ${words}${after}`);
  const places = clause('in', joinWords(listOf(config, 'countries').map(countryLabel)));
  const sentence = (subject: string, ...clauses: string[]) => {
    const said = clauses.filter((text) => text !== '').join(', ');
    return said === '' ? subject : `${subject} ${said}`;
  };
  switch (blockName) {
    case 'jobs':
      return sentence(
        JOBS[opennessOf(config)],
        clause('with', quoted('titleKeywords'), ' in the title'),
        clause('with', quoted('descriptionKeywords'), ' in the description'),
        clause('without', quoted('negativeTitleKeywords'), ' in the title'),
        clause('without', quoted('negativeDescriptionKeywords'), ' in the description'),
        places,
      );
    case 'team_members':
      return sentence(
        'People',
        clause('in', joinWords(listOf(config, 'departments'))),
        clause('at the level of', joinWords(listOf(config, 'seniorities').map(seniorityName))),
        clause('with', quoted('positionKeywords'), ' in the position'),
        clause('without', quoted('negativePositionKeywords'), ' in the position'),
        places,
      );
    case 'software_reviews':
      return sentence(
        'Reviews',
        clause('that contain', quoted('positiveKeywords')),
        clause('but not', quoted('negativeKeywords')),
      );
    case 'software_features':
      return sentence('Features', clause('that contain', quoted('keywords')));
    case 'main_page_text':
      return sentence('Home pages', clause('that contain', quoted('keywords')));
    default:
      return Object.keys(config).length === 0 ? 'Everything' : 'Set up for this account';
  }
}

const JOBS: Readonly<Record<Openness, string>> = {
  open: 'Open jobs',
  closed: 'Closed jobs',
  all: 'Open and closed jobs',
};

function seniorityName(value: string): string {
  return SENIORITY_NAMES.get(value) ?? value;
}

/** `a`, `a or b`, `a, b or c`; of long lists the first ones and how many more. */
function joinWords(words: readonly string[]): string {
  const named = words.slice(0, NAMED);
  const rest = words.length - named.length;
  if (rest > 0) return `${named.join(', ')} or ${rest} more`;
  const last = named.pop();
  if (last === undefined) return '';
  return named.length === 0 ? last : `${named.join(', ')} or ${last}`;
}
