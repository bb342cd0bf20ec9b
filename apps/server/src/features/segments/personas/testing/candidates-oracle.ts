import { type CriteriaGroup, SENIORITIES } from '@quarry/contracts';
import { expandRegions, foldText, keywordMatcher } from '@quarry/filters';

/** What criteria and ranking read of a person. */
export type OraclePerson = {
  readonly company_id: string;
  readonly item_id: string;
  readonly position: string;
  readonly seniority: string;
  readonly country: string;
  readonly confirmed_at: string | null;
  readonly is_current: boolean;
};

/** The candidates of a company, best first, by a direct reading of the rules: item ids with the group's place. */
export function rankPeople(
  people: readonly OraclePerson[],
  groups: readonly CriteriaGroup[],
  ownedIds: ReadonlySet<string>,
): { readonly id: string; readonly groupAt: number }[] {
  const candidates = people.flatMap((person) => {
    const groupAt = person.is_current ? groups.findIndex((group) => matches(person, group)) : -1;
    const group = groups[groupAt];
    return group === undefined ? [] : [{ person, groupAt, fit: fitOf(person, group) }];
  });
  candidates.sort(
    (one, other) =>
      one.groupAt - other.groupAt ||
      seniorityAt(one.person) - seniorityAt(other.person) ||
      one.fit - other.fit ||
      Number(ownedIds.has(other.person.item_id)) - Number(ownedIds.has(one.person.item_id)) ||
      dayOf(other.person).localeCompare(dayOf(one.person)) ||
      Number(BigInt(one.person.item_id) - BigInt(other.person.item_id)),
  );
  return candidates.map(({ person, groupAt }) => ({ id: person.item_id, groupAt }));
}

function matches(person: OraclePerson, group: CriteriaGroup): boolean {
  const { positionInclusionKeywords: wanted, positionExclusionKeywords: unwanted, seniorities, countries } = group;
  const codes = expandRegions(countries).map((code) => code.toUpperCase());
  return (
    (wanted.length === 0 || keywordMatcher(wanted)(person.position)) &&
    !keywordMatcher(unwanted)(person.position) &&
    (seniorities.length === 0 || seniorities.some((seniority) => seniority === person.seniority)) &&
    (codes.length === 0 || codes.includes(person.country))
  );
}

const seniorityAt = ({ seniority }: OraclePerson): number => {
  const at = SENIORITIES.findIndex((known) => known === seniority);
  return at === -1 ? SENIORITIES.length : at;
};

const dayOf = ({ confirmed_at }: OraclePerson): string => confirmed_at ?? '';

function fitOf({ position }: OraclePerson, { positionInclusionKeywords: keywords }: CriteriaGroup): number {
  if (keywords.length === 0 || keywords.some((keyword) => isAtStart(keyword, position, true))) return 0;
  return keywords.some((keyword) => isAtStart(keyword, position, false)) ? 1 : 2;
}

const GAPS = /[\s/_-]+/;

/** The words of the keyword are the first of the position; `isWhole`: and the only ones. For plain words and `*`. */
function isAtStart(keyword: string, position: string, isWhole: boolean): boolean {
  const wanted = foldText(keyword).split(GAPS);
  const words = foldText(position).split(GAPS);
  if (isWhole && words.length !== wanted.length) return false;
  return wanted.every((word, at) => {
    const text = words[at];
    if (text === undefined) return false;
    const isLast = at === wanted.length - 1;
    const letters = word
      .split('*')
      .map((part) => part.replace(/[.+#]/g, '\\$&'))
      .join("[\\p{L}\\p{N}_']*");
    const end = isLast && !isWhole && !word.endsWith('*') ? '(?:$|[^\\p{L}\\p{N}+#])' : isLast && !isWhole ? '' : '$';
    return new RegExp(`^${word === '*' ? '.+' : letters}${end}`, 'u').test(text);
  });
}
