import { type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import type { IdRange } from '../id-ranges.ts';
import { chanceOf, either, numbers } from './chance.ts';
import { jobCount } from './companies.sql.ts';
import { columns, insertSelect } from './insert-select.ts';
import { LOCAL_TITLES, POOLS, TITLES } from './positions.ts';
import { type BlockGenerator, profiles, type Run, type Target } from './profile.ts';
import { allTechnologies } from './technographics.sql.ts';
import { COUNTRY_CODES } from './vocabulary.ts';
import { POSITIONS } from './words/positions.ts';
import { JOB_TEXTS, TEXT_LANGUAGES } from './words/texts.ts';

const isCollected = (run: Run): Sql => chanceOf(run.seed, [sql`company_id`]).happens(0.87, 'jobs collected');

function insertJobs(run: Run, target: Target, range: IdRange): Sql {
  const company = chanceOf(run.seed, [sql`company_id`]);
  const post = chanceOf(run.seed, [sql`company_id`, sql`k`]);
  const posts = sql`SELECT *, ${columns({
    technologies: allTechnologies(company),
    pool_size: sql`greatest(1, arrayLastIndex(smallest -> smallest <= size, ${numbers(POOLS.jobs.minEmployees)}))`,
    k: sql`arrayJoin(range(${jobCount(run, sql`size`)}))`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${isCollected(run)}`;
  const drawn = sql`SELECT *, ${columns({
    position: sql`${numbers(POOLS.jobs.positions)}[1 + ${post.hash('position')} % pool_size]`,
    age: sql`toInt64(720 * pow(${post.share('age')}, 1.7))`,
    open: sql`(age < 25 OR (age < 150 AND ${post.happens(0.6, 'open')}))`,
    local_title: sql`${texts(LOCAL_TITLES)}[1 + lang * ${uint(POSITIONS.length)} + position]`,
    local: sql`(local_title != '' AND ${post.happens(0.6, 'local title')})`,
    job_title: either(sql`local`, sql`local_title`, post.pickBy(TITLES, sql`position`, 'title')),
    tools: sql`if(length(technologies) < 2, ['Excel', 'SAP'], technologies)`,
  })}
    FROM (${posts})`;
  const jobTexts = TEXT_LANGUAGES.map((language) => JOB_TEXTS[language]);
  const description = post.pickText(jobTexts, sql`if(local, text_lang, 0)`, 'job text', {
    name: sql`name`,
    title: sql`job_title`,
    city: sql`if(city = '', 'our office', city)`,
    tech: sql`tools[1 + ${post.hash('tech')} % length(tools)]`,
    tech2: sql`tools[1 + (${post.hash('tech')} + 1) % length(tools)]`,
  });
  const item = sql`cityHash64(company_id, k, ${text('job')})`;
  return insertSelect(
    'jobs',
    {
      company_id: sql`company_id`,
      item_id: item,
      title: sql`job_title`,
      description: either(post.happens(0.05, 'no text'), sql`''`, description),
      country: either(post.happens(0.85, 'at home'), sql`home`, post.pick(COUNTRY_CODES, 'abroad')),
      city: sql`if(${post.happens(0.7, 'in town')}, city, '')`,
      department: sql`${texts(POSITIONS.map((position) => position.department))}[1 + position]`,
      posted_at: sql`toDate32(${run.today}) - age`,
      closed_at: sql`if(
        open,
        NULL,
        least(toDate32(${run.today}), toDate32(${run.today}) - age + 10 + toInt64(${post.hash('closed')} % 90)))`,
      is_open: sql`open`,
      last_seen_at: sql`if(open, toDate32(${run.today}), NULL)`,
      url: sql`concat('https://jobs.example/', toString(company_id), '/', lower(hex(${item})))`,
      source: sql`'synthetic'`,
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

export const jobsGenerator: BlockGenerator = {
  steps: [{ phase: 'jobs', table: 'jobs', insert: insertJobs }],
  isCollected,
};
