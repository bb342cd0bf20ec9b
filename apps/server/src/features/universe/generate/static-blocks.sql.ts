import { inSubquery, type Sql, sql } from '@quarry/clickhouse';
import type { IdRange } from '../id-ranges.ts';
import { readTable } from '../universe-table.ts';
import { chanceOf } from './chance.ts';
import { columns, insertSelect } from './insert-select.ts';
import { type BlockGenerator, profiles, type Run, type Target } from './profile.ts';
import { COUNTRY_CODES } from './vocabulary.ts';
import { INVESTORS } from './words/texts.ts';

const company = (run: Run) => chanceOf(run.seed, [sql`company_id`]);

/** For companies of a kind that raises money, without real funding data. */
function insertFunding(run: Run, target: Target, range: IdRange): Sql {
  const chance = company(run);
  const real = sql`SELECT company_id FROM ${readTable('funding')} WHERE NOT is_synthetic`;
  const drawn = sql`SELECT *, ${columns({
    rounds: sql`toUInt8(1 + least(6, floor(-log(1 - ${chance.share('rounds')}) * 0.9 * log10(1 + size))))`,
    total: sql`round(size * (15000 + 120000 * ${chance.share('raised')}) * rounds / 3, -4)`,
    kind: sql`['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Series D', 'Series E'][rounds]`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${chance.happens(sql`if(is_software, 0.45, 0.12)`, 'funded')}
      AND size < 5000
      AND NOT ${inSubquery(sql`company_id`, real)}`;
  return insertSelect(
    'funding',
    {
      company_id: sql`company_id`,
      total_funding_usd: sql`if(${chance.happens(0.12, 'undisclosed')}, NULL, toFloat64(greatest(50000, total)))`,
      funding_rounds: sql`toFloat64(rounds)`,
      last_round_type: sql`kind`,
      last_round_usd: sql`if(
        ${chance.happens(0.2, 'last undisclosed')},
        NULL,
        round(greatest(50000, total) / if(rounds = 1, 1, 1.7), -4))`,
      last_round_at: sql`toDate32(${run.today}) - toInt64(2500 * pow(${chance.share('round age')}, 1.4))`,
      investors: sql`arraySlice(${chance.some(INVESTORS, 0.2, 'investors')}, 1, 5)`,
      as_of: sql`toDate32(${run.today}) - toInt64(90 * ${chance.share('funding as of')})`,
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

function insertWebTraffic(run: Run, target: Target, range: IdRange): Sql {
  const chance = company(run);
  const drawn = sql`SELECT *, ${columns({
    visits: sql`round(pow(size, 0.9) * exp10(1.2 + 1.6 * ${chance.share('visits')}))`,
    search: sql`(0.2 + 0.4 * ${chance.share('search')})`,
    paid: sql`if(${chance.happens(0.45, 'paid')}, 0.15 * ${chance.share('paid share')}, 0.)`,
    networks: sql`(0.12 * ${chance.share('networks')})`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${chance.happens(0.8, 'traffic collected')}`;
  return insertSelect(
    'web_traffic',
    {
      company_id: sql`company_id`,
      monthly_visits: sql`toFloat64(visits)`,
      visits_growth: sql`if(
        ${chance.happens(0.1, 'no growth')},
        NULL,
        round(0.9 * pow(${chance.share('growth')}, 2) - 0.22, 2))`,
      global_rank: sql`if(visits < 500, NULL, round(4e8 / visits))`,
      bounce_rate: sql`round(0.25 + 0.55 * ${chance.share('bounce')}, 2)`,
      pages_per_visit: sql`round(1.2 + 5 * ${chance.share('pages')}, 1)`,
      visit_seconds: sql`round(15 + 300 * pow(${chance.share('seconds')}, 2))`,
      top_country: sql`home`,
      visitor_countries: sql`arrayDistinct(arrayFilter(
        code -> code != '',
        [home, ${chance.pick(COUNTRY_CODES, 'visitors a')}, ${chance.pick(COUNTRY_CODES, 'visitors b')}]))`,
      search_share: sql`round(search, 2)`,
      direct_share: sql`round(1 - search - paid - networks, 2)`,
      paid_share: sql`round(paid, 2)`,
      social_share: sql`round(networks, 2)`,
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

function insertSocial(run: Run, target: Target, range: IdRange): Sql {
  const chance = company(run);
  const drawn = sql`SELECT *, ${columns({
    handle: sql`concat('synthetic-', splitByChar('.', domain)[1])`,
    pages: chance.some(['LinkedIn', 'X', 'Facebook', 'Instagram', 'YouTube', 'TikTok'], 0.42, 'networks'),
    fans: sql`pow(size, 0.85) * exp10(0.3 + 1.3 * ${chance.share('fans')})`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${chance.happens(0.75, 'social collected')}`;
  return insertSelect(
    'social',
    {
      company_id: sql`company_id`,
      networks: sql`pages`,
      linked_in_followers: sql`if(has(pages, 'LinkedIn'), round(fans * 2), NULL)`,
      linked_in_employees: sql`if(
        has(pages, 'LinkedIn'),
        round(size * (0.4 + 0.7 * ${chance.share('on linked in')})),
        NULL)`,
      employee_growth: sql`if(
        has(pages, 'LinkedIn'),
        round(0.8 * pow(${chance.share('team growth')}, 2) - 0.15, 2),
        NULL)`,
      x_url: sql`if(has(pages, 'X'), concat('https://x.example/', handle), '')`,
      x_followers: sql`if(has(pages, 'X'), round(fans * 0.7), NULL)`,
      facebook_url: sql`if(has(pages, 'Facebook'), concat('https://facebook.example/', handle), '')`,
      instagram_followers: sql`if(has(pages, 'Instagram'), round(fans * 1.3), NULL)`,
      youtube_subscribers: sql`if(has(pages, 'YouTube'), round(fans * 0.2), NULL)`,
      github_url: sql`if(
        is_software AND ${chance.happens(0.5, 'github')},
        concat('https://github.example/', handle),
        '')`,
      last_post_at: sql`if(
        empty(pages),
        NULL,
        toDate32(${run.today}) - toInt64(500 * pow(${chance.share('post')}, 3)))`,
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

function insertAds(run: Run, target: Target, range: IdRange): Sql {
  const chance = company(run);
  const drawn = sql`SELECT *, ${columns({
    channels: chance.some(['Google Ads', 'Meta Ads', 'LinkedIn Ads', 'TikTok Ads', 'Microsoft Ads'], 0.28, 'ads'),
    active: sql`if(empty(channels), 0, floor(-log(1 - ${chance.share('active')}) * 3 * log10(1 + size)))`,
    newest: sql`toInt64(if(active > 0, 0, 30 + 500 * ${chance.share('newest')}))`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE ${chance.happens(0.6, 'ads collected')}`;
  return insertSelect(
    'ads',
    {
      company_id: sql`company_id`,
      is_advertising: sql`active > 0`,
      platforms: sql`channels`,
      active_ads: sql`toFloat64(active)`,
      monthly_spend_usd: sql`if(
        active = 0 OR ${chance.happens(0.4, 'spend unknown')},
        NULL,
        round(active * (300 + 4000 * ${chance.share('spend')}), -2))`,
      first_ad_at: sql`if(
        empty(channels),
        NULL,
        toDate32(${run.today}) - newest - toInt64(1500 * ${chance.share('first ad')}))`,
      last_ad_at: sql`if(empty(channels), NULL, toDate32(${run.today}) - newest)`,
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

export const fundingGenerator: BlockGenerator = {
  steps: [{ phase: 'funding', table: 'funding', insert: insertFunding }],
};

export const webTrafficGenerator: BlockGenerator = {
  steps: [{ phase: 'web traffic', table: 'web_traffic', insert: insertWebTraffic }],
};

export const socialGenerator: BlockGenerator = {
  steps: [{ phase: 'social networks', table: 'social', insert: insertSocial }],
};

export const adsGenerator: BlockGenerator = {
  steps: [{ phase: 'ads', table: 'ads', insert: insertAds }],
};
