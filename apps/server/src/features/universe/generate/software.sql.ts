import { type Sql, sql, text } from '@quarry/clickhouse';
import { type IdRange, inRange } from '../id-ranges.ts';
import { readTable } from '../universe-table.ts';
import { chanceOf, either } from './chance.ts';
import { columns, insertSelect } from './insert-select.ts';
import { type BlockGenerator, profiles, type Run, type Target } from './profile.ts';
import { FEATURES, PRODUCT_WORDS, REVIEWS } from './words/texts.ts';

const SITES = ['Review Harbor', 'SoftwareScout', 'PeerGrade'];

/** A product name: the first word of the company's name and another. */
function product(run: Run): Sql {
  const company = chanceOf(run.seed, [sql`company_id`]);
  return sql`concat(splitByChar(' ', name)[1], ' ', ${company.pick(PRODUCT_WORDS, 'product')})`;
}

/** Ratings vary around a level per company. */
function insertSoftwareReviews(run: Run, target: Target, range: IdRange): Sql {
  const company = chanceOf(run.seed, [sql`company_id`]);
  const review = chanceOf(run.seed, [sql`company_id`, sql`k`, text('review')]);
  const count = sql`toUInt64(least(150, floor(-log(1 - ${company.share('reviews')}) * 2.6 * log10(1 + size))))`;
  const texts = [REVIEWS.bad, REVIEWS.mixed, REVIEWS.good];
  const drawn = sql`SELECT *, ${columns({
    stars: sql`toFloat64(least(5, greatest(1, round(level - 1.4 + 2.6 * ${review.share('stars')}))))`,
    tone: sql`multiIf(stars <= 2, 0, stars <= 3, 1, 2)`,
    words: sql`splitByChar('|', ${review.pickText(texts, sql`tone`, 'text', { product: sql`product` })})`,
    item: sql`cityHash64(company_id, k, ${text('review')})`,
  })}
    FROM (
      SELECT *, ${columns({
        product: product(run),
        level: sql`(2.9 + 1.9 * ${company.share('level')})`,
        k: sql`arrayJoin(range(${count}))`,
      })}
      FROM ${profiles(run, target, range)}
      WHERE is_software)`;
  return insertSelect(
    'software_reviews',
    {
      company_id: sql`company_id`,
      item_id: sql`item`,
      product: sql`product`,
      review_title: either(review.happens(0.04, 'no title'), sql`''`, sql`words[1]`),
      review: sql`words[2]`,
      rating: sql`if(${review.happens(0.02, 'no rating')}, NULL, stars)`,
      reviewed_at: sql`toDate32(${run.today}) - toInt64(1500 * pow(${review.share('age')}, 1.5))`,
      url: sql`concat('https://reviews.example/', lower(hex(item)))`,
      source: review.pick(SITES, 'site'),
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

function insertReviewsSummary(_run: Run, _target: Target, range: IdRange): Sql {
  return insertSelect(
    'reviews_summary',
    {
      company_id: sql`company_id`,
      review_count: sql`toFloat64(count())`,
      average_rating: sql`round(avg(rating), 1)`,
      recommended_share: sql`round(countIf(rating >= 4) / greatest(1, count(rating)), 2)`,
      products: sql`groupUniqArray(product)`,
      review_sites: sql`arraySort(groupUniqArray(toString(source)))`,
      last_reviewed_at: sql`max(reviewed_at)`,
      is_synthetic: sql`true`,
    },
    sql`${readTable('software_reviews')}
      WHERE is_synthetic AND ${inRange(sql`company_id`, range)}
      GROUP BY company_id`,
  );
}

function insertSoftwareFeatures(run: Run, target: Target, range: IdRange): Sql {
  const company = chanceOf(run.seed, [sql`company_id`]);
  const features = company.some(FEATURES, sql`(0.12 + 0.08 * log10(1 + size))`, 'features');
  const drawn = sql`SELECT *, ${columns({
    product: product(run),
    words: sql`splitByChar('|', arrayJoin(${features}))`,
  })}
    FROM ${profiles(run, target, range)}
    WHERE is_software`;
  return insertSelect(
    'software_features',
    {
      company_id: sql`company_id`,
      item_id: sql`cityHash64(company_id, words[1], ${text('feature')})`,
      product: sql`product`,
      feature: sql`words[1]`,
      description: sql`words[2]`,
      source: company.pick(SITES, 'listing'),
      is_synthetic: sql`true`,
    },
    sql`(${drawn})`,
  );
}

const isCollected = (): Sql => sql`is_software`;

/** Fills `software_reviews`, and `reviews_summary` from them. */
export const softwareReviewsGenerator: BlockGenerator = {
  steps: [
    { phase: 'reviews', table: 'software_reviews', insert: insertSoftwareReviews },
    { phase: 'review summaries', table: 'reviews_summary', insert: insertReviewsSummary },
  ],
  isCollected,
};

export const softwareFeaturesGenerator: BlockGenerator = {
  steps: [{ phase: 'features', table: 'software_features', insert: insertSoftwareFeatures }],
  isCollected,
};
