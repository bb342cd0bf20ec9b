import { type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import type { IdRange } from '../id-ranges.ts';
import { type Chance, chanceOf, either, numbers } from './chance.ts';
import { columns, insertSelect } from './insert-select.ts';
import { LOCAL_TITLES, POOLS, TITLES } from './positions.ts';
import { type BlockGenerator, profiles, type Run, type Target } from './profile.ts';
import { COUNTRY_CODES } from './vocabulary.ts';
import { LANGUAGES } from './words/languages.ts';
import { FIRST_NAMES, LAST_NAMES } from './words/people.ts';
import { POSITIONS } from './words/positions.ts';

const japanese = LANGUAGES.indexOf('ja');

/** A name in plain Latin letters, for e-mail addresses; '' for other scripts. */
function plainName(first: Sql, last: Sql): Sql {
  const joined = sql`concat(${first}, '.', ${last})`;
  const bare = sql`replaceRegexpAll(normalizeUTF8NFKD(${joined}), ${text('\\p{M}+')}, '')`;
  return sql`replaceRegexpAll(translateUTF8(lowerUTF8(${bare}), 'łøß', 'los'), ${text('[^a-z0-9.]+')}, '')`;
}

const isCollected = (run: Run): Sql => chanceOf(run.seed, [sql`company_id`]).happens(0.82, 'team collected');

function people(run: Run, target: Target, range: IdRange, company: Chance): Sql {
  const known = sql`least(120, size, 1 + floor(1.9 * log2(1 + size) * (0.2 + 1.6 * pow(${company.share('team')}, 2))))`;
  return sql`SELECT *, ${columns({
    pool_size: sql`greatest(1, arrayLastIndex(smallest -> smallest <= size, ${numbers(POOLS.team.minEmployees)}))`,
    heads_size: sql`greatest(1, arrayLastIndex(smallest -> smallest <= size, ${numbers(POOLS.heads.minEmployees)}))`,
    k: sql`arrayJoin(range(toUInt64(${known})))`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${isCollected(run)}`;
}

/** The people are invented, and their e-mail addresses reach nobody. */
function insertTeamMembers(run: Run, target: Target, range: IdRange): Sql {
  const company = chanceOf(run.seed, [sql`company_id`]);
  const person = chanceOf(run.seed, [sql`company_id`, sql`k`, text('person')]);
  const firstNames = LANGUAGES.map((language) => FIRST_NAMES[language]);
  const lastNames = LANGUAGES.map((language) => LAST_NAMES[language]);
  const drawn = sql`SELECT *, ${columns({
    position_at: either(
      sql`k = 0`,
      sql`${numbers(POOLS.heads.positions)}[1 + ${person.hash('position')} % heads_size]`,
      sql`${numbers(POOLS.team.positions)}[1 + ${person.hash('position')} % pool_size]`,
    ),
    speaks: sql`if(${person.happens(0.85, 'local')}, lang, 0)`,
    given: person.pickBy(firstNames, sql`speaks`, 'first name'),
    family: person.pickBy(lastNames, sql`speaks`, 'last name'),
    local_title: sql`${texts(LOCAL_TITLES)}[1 + lang * ${uint(POSITIONS.length)} + position_at]`,
    plain: plainName(sql`given`, sql`family`),
    handle: sql`concat(
      ${either(sql`length(plain) < 4`, sql`'member'`, sql`replaceAll(plain, '.', '-')`)},
      '-',
      lower(hex(bitShiftRight(${person.hash('handle')}, 32))))`,
    days: sql`toInt64(3600 * pow(${person.share('since')}, 2))`,
    current: person.happens(0.86, 'current'),
    mailbox: either(
      person.happens(0.7, 'has email'),
      sql`concat(
        ${either(sql`length(plain) < 4`, sql`handle`, sql`plain`)},
        '@',
        replaceAll(domain, '.', '-'),
        '.example.com')`,
      sql`''`,
    ),
    place: either(person.happens(0.8, 'at home'), sql`home`, person.pick(COUNTRY_CODES, 'abroad')),
  })}
    FROM (${people(run, target, range, company)})`;
  return insertSelect(
    'team_members',
    {
      company_id: sql`company_id`,
      item_id: sql`cityHash64(company_id, k, ${text('person')})`,
      raw_name: either(
        sql`speaks = ${uint(japanese)}`,
        sql`concat(family, ' ', given)`,
        sql`concat(given, ' ', family)`,
      ),
      first_name: either(person.happens(0.03, 'no first name'), sql`''`, sql`given`),
      last_name: sql`family`,
      position: either(
        sql`local_title != '' AND ${person.happens(0.5, 'local title')}`,
        sql`local_title`,
        person.pickBy(TITLES, sql`position_at`, 'title'),
      ),
      department: sql`${texts(POSITIONS.map((position) => position.department))}[1 + position_at]`,
      seniority: either(
        person.happens(0.03, 'no seniority'),
        sql`''`,
        sql`${texts(POSITIONS.map((position) => position.seniority))}[1 + position_at]`,
      ),
      country: sql`if(${person.happens(0.08, 'no country')}, '', place)`,
      location: sql`if(place = home, city, '')`,
      person_url: sql`concat('https://people.example/in/', handle)`,
      email: sql`mailbox`,
      // Mail servers that take everything in leave every address of a company unverified.
      email_status: sql`multiIf(
        mailbox = '', '',
        ${company.happens(0.12, 'takes all mail')}, 'other',
        ${person.happens(0.08, 'invalid email')}, 'invalid',
        ${person.happens(0.1, 'unclear email')}, 'other',
        'verified')`,
      // Numbers that are kept for fiction.
      phone: either(
        person.happens(0.4, 'has phone'),
        sql`concat('+1202555', leftPad(toString(100 + ${person.hash('phone')} % 100), 4, '0'))`,
        sql`''`,
      ),
      confirmed_at: sql`toDate32(${run.today}) - toInt64(400 * pow(${person.share('confirmed')}, 2))`,
      started_at: sql`if(${person.happens(0.1, 'no start')}, NULL, toDate32(${run.today}) - days)`,
      ended_at: sql`if(current, NULL, toDate32(${run.today}) - intDiv(days, 3))`,
      is_current: sql`current`,
      source: sql`'synthetic'`,
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

export const teamMembersGenerator: BlockGenerator = {
  steps: [{ phase: 'people', table: 'team_members', insert: insertTeamMembers }],
  isCollected,
};
