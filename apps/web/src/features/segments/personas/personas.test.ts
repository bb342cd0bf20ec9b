import { criteriaGroups, personaName } from '@quarry/contracts';
import { describe, expect, it } from 'vitest';
import { summariseGroup } from './persona-criteria.ts';
import { EMPTY_GROUP, freeName, moveGroup, newPersona, personaProblem } from './persona-draft.ts';
import { personaErrors } from './persona-errors.ts';
import { PERSONA_TEMPLATES } from './persona-templates.ts';

describe('the templates of personas', () => {
  it('are the eight built-in ones', () => {
    expect(PERSONA_TEMPLATES.map(({ name }) => name)).toEqual([
      'HR Leadership',
      'Sales Leadership',
      'Finance Leadership',
      'Engineering Leadership',
      'Security & Compliance',
      'Marketing Leadership',
      'HR Leadership (Europe - Localised)',
      'Operations Leadership',
    ]);
  });

  it.each(PERSONA_TEMPLATES)('$name can be saved as it is and has several groups by seniority', (template) => {
    expect(personaName.parse(template.name)).toBe(template.name);
    expect(criteriaGroups.parse(template.criteriaGroups)).toEqual(template.criteriaGroups);
    expect(template.criteriaGroups.length).toBeGreaterThan(2);
    const seniorities = template.criteriaGroups.flatMap((group) => group.seniorities);
    expect(seniorities).toEqual([...new Set(seniorities)]);
    expect(template.criteriaGroups.every((group) => group.seniorities.length > 0)).toBe(true);
  });
});

describe('an edited persona', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((word) => ({ ...EMPTY_GROUP, positionInclusionKeywords: [word] }));
  const groups = [first, second, third].filter((group) => group !== undefined);
  const words = (moved: typeof groups) => moved.flatMap((group) => group.positionInclusionKeywords).join('');

  it('moves groups by one place, but not out of the list', () => {
    expect(words([...moveGroup(groups, 2, -1)])).toBe('acb');
    expect(words([...moveGroup(groups, 0, 1)])).toBe('bac');
    expect(words([...moveGroup(groups, 0, -1)])).toBe('abc');
    expect(words([...moveGroup(groups, 2, 1)])).toBe('abc');
  });

  it('needs a name and a group', () => {
    expect(personaProblem(newPersona())).toBe('Please provide a name for the persona');
    expect(personaProblem({ ...newPersona(), name: 'Buyers' })).toBe('A persona needs at least one group of criteria');
    expect(personaProblem({ ...newPersona(), name: 'Buyers', criteriaGroups: groups })).toBeNull();
  });

  it('gets the next free name', () => {
    expect(freeName('Buyers', [])).toBe('Buyers');
    expect(freeName('Buyers', ['buyers ', 'Buyers 2'])).toBe('Buyers 3');
  });

  it('reads its groups in plain language', () => {
    const group = { ...EMPTY_GROUP, positionInclusionKeywords: ['sales'], seniorities: ['cSuite' as const] };
    expect(summariseGroup({ ...group, countries: ['region:Europe'] })).toBe(
      'People with “sales” in the position, at the level of C-suite, in Europe',
    );
  });
});

it('lists the personas whose search failed by reason', () => {
  const failed = { searchStatus: 'ERROR' } as const;
  expect(
    personaErrors([
      { name: 'A', ...failed, errorReason: 'OUT_OF_CREDITS' },
      { name: 'B', ...failed, errorReason: 'UNKNOWN' },
      { name: 'C', ...failed, errorReason: 'OUT_OF_CREDITS' },
      { name: 'D', ...failed, errorReason: 'OUT_OF_PHONE_NUMBER_CREDITS' },
      { name: 'E', searchStatus: 'COMPLETE', errorReason: null },
    ]),
  ).toEqual(['Lack of contact credits: A, C', 'Lack of phone number credits: D', 'Unknown reason: B']);
  expect(personaErrors([])).toEqual([]);
});
