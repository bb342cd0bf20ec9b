import type { DataBlockTemplate } from '@quarry/contracts';

function template(
  group: string,
  id: string,
  label: string,
  description: string,
  positiveKeywords: readonly string[],
  negativeKeywords: readonly string[] = [],
): DataBlockTemplate {
  return {
    id: `software_reviews/${id}`,
    group,
    label,
    description,
    config: { positiveKeywords: [...positiveKeywords], negativeKeywords: [...negativeKeywords] },
  };
}

const PRAISE = 'Praise';
const COMPLAINTS = 'Complaints';

export const reviewTemplates: readonly DataBlockTemplate[] = [
  template(
    PRAISE,
    'easy-to-use',
    'Easy to use',
    'Reviews that call the software easy to use.',
    ['easy to use', 'easy to set up', 'intuitive', 'user friendly', 'simple to use'],
    ['not easy', 'not intuitive', 'hard to use'],
  ),
  template(
    PRAISE,
    'great-support',
    'Great support',
    'Reviews that praise the support.',
    ['great support', 'excellent support', 'support * outstanding', 'helpful support', 'responsive support'],
    ['poor support'],
  ),
  template(PRAISE, 'integrations', 'Good integrations', 'Reviews that mention integrations and APIs.', [
    'integrat*',
    'api',
    'webhook*',
    'connector*',
  ]),
  template(COMPLAINTS, 'expensive', 'Too expensive', 'Reviews that complain about the price.', [
    'expensive',
    'overpriced',
    'not worth the price',
    'hidden fees',
    'costs extra',
    'price increase*',
  ]),
  template(COMPLAINTS, 'poor-support', 'Poor support', 'Reviews that complain about the support.', [
    'poor support',
    'bad support',
    'slow support',
    'support takes',
    'no response',
    'unresponsive',
  ]),
  template(COMPLAINTS, 'unreliable', 'Slow or unreliable', 'Reviews that complain about speed and bugs.', [
    'slow',
    'bug*',
    'crash*',
    'downtime',
    'unreliable',
    'keeps breaking',
  ]),
  template(COMPLAINTS, 'moving-away', 'Moving away', 'Reviews by people who switched to something else.', [
    'moved away',
    'switched to',
    'switching to',
    'replaced it',
    'cancelled',
    'looking for ** alternative*',
  ]),
  template(COMPLAINTS, 'missing-features', 'Missing features', 'Reviews that ask for missing features.', [
    'missing feature*',
    'lacks',
    'lacking',
    'limited',
    'wish it had',
  ]),
];
