import { FILTER_LIMITS, filterRule } from '@quarry/filters';
import { z } from 'zod';
import { companyId } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { fieldValue } from './schema-field.ts';

const access = { kind: 'client' } as const;
const readAccess = { kind: 'client', apiKeys: 'read' } as const;
const count = z.number().int().nonnegative();
const id = z.string().min(1).max(100);
const oneConfig = z.object({ scoringConfigId: id });

export const SCORING_NAME_MAX = 255;
/** Per account. */
export const MAX_SCORING_CONFIGS = 100;
/** The weight of a rule lies between its negative and this. */
export const MAX_RULE_SCORE = 10;
/** The most rules that an analysis can save as a scoring field. */
export const MAX_ANALYSIS_RULES = 100;
/** The best or worst companies that a preview shows. */
export const SCORING_PREVIEW_COMPANIES = 100;
/** The companies that a comparison of rules names. */
export const SCORING_MOVERS = 5;
/** The most bars of a distribution, and the companies named for each. */
export const MAX_SCORE_BUCKETS = 20;
export const SAMPLE_DOMAINS = 5;
/** The changes of a company's score that its history shows. */
export const SCORE_HISTORY_CHANGES = 50;
/** The most domains that a preview can be restricted to. */
export const MAX_PREVIEW_DOMAINS = 1_000;

export const scoringName = z
  .string()
  .trim()
  .min(1, 'Please set a name and select at least one filter')
  .max(SCORING_NAME_MAX, `A name can have at most ${SCORING_NAME_MAX} characters`);

/** One condition on one field, and the points for the companies that meet it. */
export const scoringRule = z.intersection(
  filterRule,
  z.object({
    score: z
      .number()
      .int('A score is a whole number')
      .min(-MAX_RULE_SCORE, `A score is at least -${MAX_RULE_SCORE}`)
      .max(MAX_RULE_SCORE, `A score is at most ${MAX_RULE_SCORE}`),
  }),
);
export type ScoringRule = z.output<typeof scoringRule>;

/** A company's score is the sum of the points of the rules that it meets; the rules' ids are unique. */
export const scoringRules = z
  .array(scoringRule)
  .min(1, 'Please set a name and select at least one filter')
  .max(FILTER_LIMITS.rules, `A score can have at most ${FILTER_LIMITS.rules} rules`)
  .refine((rules) => new Set(rules.map((rule) => rule.id)).size === rules.length, 'Two rules have the same id');

/** `Waiting` and `Running` until the last saved rules are computed for every company. */
export const SCORING_PROCESSING_STATUSES = ['Waiting', 'Running', 'Fresh'] as const;

/** A scoring field: a number that ranks the companies of the dataset. */
export const scoringConfig = z.object({
  id: z.string(),
  name: z.string(),
  /** Its column in the dataset. */
  fieldName: z.string(),
  /** Companies are shown by this score unless people choose another order. */
  isDefault: z.boolean(),
  rules: z.array(scoringRule),
  processingStatus: z.enum(SCORING_PROCESSING_STATUSES),
  /** Why the rules can no longer be computed, naming the fields; the scores stay as they were. */
  problem: z.string().nullable(),
  associatedScoringAnalysisReportId: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** The last change of name or rules. */
  lastModifiedAt: z.string(),
});
export type ScoringConfig = z.infer<typeof scoringConfig>;

/** The account's scoring fields, oldest first. */
export const listScoringConfigs = endpoint({
  method: 'GET',
  path: '/app/scoring/configs',
  summary: 'The scoring fields of the account',
  access,
  audit: false,
  isCompressed: true,
  output: z.object({ items: z.array(scoringConfig) }),
});

export const getScoringConfig = endpoint({
  method: 'GET',
  path: '/app/scoring/configs/:scoringConfigId',
  summary: 'One scoring field',
  access,
  audit: false,
  isCompressed: true,
  params: oneConfig,
  output: z.object({ item: scoringConfig }),
});

const reportId = z.string().min(1).max(100).nullable();

/** Creates a scoring field in front of the account's columns. The first one becomes the default. Throws CYCLE. */
export const createScoringConfig = endpoint({
  method: 'POST',
  path: '/app/scoring/configs',
  summary: 'Create a scoring field',
  access,
  audit: 'scoring.created',
  body: z
    .object({
      name: scoringName,
      rules: scoringRules,
      associatedScoringAnalysisReportId: reportId.default(null),
    })
    .refine(
      ({ rules, associatedScoringAnalysisReportId: report }) => report === null || rules.length <= MAX_ANALYSIS_RULES,
      { path: ['rules'], message: 'You must select less than 100 rules' },
    ),
  output: z.object({ id: z.string(), item: scoringConfig }),
});

/** Saves a scoring field's name or rules, or makes it the default. New rules are computed while the old scores stay. */
export const updateScoringConfig = endpoint({
  method: 'PUT',
  path: '/app/scoring/configs/:scoringConfigId',
  summary: 'Save a scoring field',
  access,
  audit: 'scoring.saved',
  params: oneConfig,
  body: z.object({
    name: scoringName.optional(),
    rules: scoringRules.optional(),
    associatedScoringAnalysisReportId: reportId.optional(),
    isDefault: z.literal(true).optional(),
  }),
  output: z.object({ item: scoringConfig }),
});

const breakingSegment = z.object({ segmentId: z.string(), segmentName: z.string() });

/** What stops working without the scoring field. */
export const validateDeleteScoringConfig = endpoint({
  method: 'POST',
  path: '/app/scoring/configs/:scoringConfigId/validate-delete',
  summary: 'What uses a scoring field',
  access: readAccess,
  audit: false,
  params: oneConfig,
  output: z.object({ breakingSegments: z.array(breakingSegment) }),
});

/** Deletes a scoring field. Unless told to skip the validation, throws SCORING_FIELD_IN_USE if segments depend on it. */
export const deleteScoringConfig = endpoint({
  method: 'DELETE',
  path: '/app/scoring/configs/:scoringConfigId',
  summary: 'Delete a scoring field',
  access,
  audit: 'scoring.deleted',
  params: oneConfig,
  query: z.object({ 'skip-validation': z.stringbool().default(false) }),
  output: z.object({ id: z.string() }),
});

/** A company under unsaved rules, with the columns that the rules use. */
export const scoredCompany = z
  .object({ __previewScore: z.number(), name: z.string(), __domain: z.string(), __company_id: z.string() })
  .catchall(fieldValue);
export type ScoredCompany = z.infer<typeof scoredCompany>;

/** The companies that unsaved rules rank first or last. */
export const previewScoring = endpoint({
  method: 'POST',
  path: '/app/scoring/preview',
  summary: 'The companies that rules rank first or last',
  access,
  audit: false,
  isCompressed: true,
  body: z.object({
    rules: scoringRules,
    order: z.enum(['best', 'worst']).default('best'),
    /** Only these companies; empty for all. */
    domains: z.array(z.string().trim().max(2_000)).max(MAX_PREVIEW_DOMAINS, 'Too many domains').default([]),
    /** Only scores from the first to the second. */
    scoreRange: z.tuple([z.number(), z.number()]).nullable().default(null),
  }),
  output: z.object({ companies: z.array(scoredCompany) }),
});

/** How many companies have which scores under unsaved rules, in bars of equal width. */
export const analyzeScoring = endpoint({
  method: 'POST',
  path: '/app/scoring/analyze',
  summary: 'The distribution of scores under rules',
  access,
  audit: false,
  body: z.object({ rules: scoringRules }),
  output: z.object({
    values: z.array(
      z.object({
        /** Scores from `rangeMin` up to, not including, `rangeMax`. */
        rangeMin: z.number(),
        rangeMax: z.number(),
        count,
        /** The best companies by quality. */
        sampleDomains: z.array(z.string()),
      }),
    ),
  }),
});

/** What an edit of rules does to the scores of all companies: how many it raises and lowers, and those that it moves most. */
export const compareScoring = endpoint({
  method: 'POST',
  path: '/app/scoring/compare',
  summary: 'The companies whose scores an edit of rules changes',
  access,
  audit: false,
  body: z.object({ before: scoringRules, after: scoringRules }),
  output: z.object({
    raised: count,
    lowered: count,
    /** At most SCORING_MOVERS. */
    movers: z.array(
      z.object({ companyId, name: z.string(), domain: z.string(), before: z.number(), after: z.number() }),
    ),
  }),
});

/** Why a company has its score: each rule with the company's value and the points. */
export const getScoreReceipt = endpoint({
  method: 'GET',
  path: '/app/scoring/configs/:scoringConfigId/receipt/:companyId',
  summary: 'Why a company has its score',
  access,
  audit: false,
  params: oneConfig.extend({ companyId }),
  output: z.object({
    /** The stored score; null until it was computed. */
    score: z.number().nullable(),
    /** Under the rules and values of now. */
    total: z.number(),
    rules: z.array(
      z.object({
        ruleId: z.string(),
        value: fieldValue,
        /** `unknown`: the company has no value, so the rule could not be judged. */
        verdict: z.enum(['met', 'not met', 'unknown']),
        points: z.number(),
      }),
    ),
  }),
});

/** When a company's score changed, and why: its last changes, newest first. */
export const getScoreHistory = endpoint({
  method: 'GET',
  path: '/app/scoring/configs/:scoringConfigId/history/:companyId',
  summary: "The changes of a company's score",
  access,
  audit: false,
  params: oneConfig.extend({ companyId }),
  output: z.object({
    /** At most SCORE_HISTORY_CHANGES. */
    changes: z.array(
      z.object({
        at: z.string(),
        /** `rules`: somebody changed the rules; `data`: the company changed; `both`: one or both of it. */
        reason: z.enum(['rules', 'data', 'both']),
        before: z.number(),
        after: z.number(),
        /** Those that moved the score, the weightiest first. */
        rules: z.array(
          z.object({
            rule: filterRule,
            /** Null if nobody knows any more whether the company met it. */
            pointsBefore: z.number().nullable(),
            pointsAfter: z.number(),
            /** The company's value; long texts and lists are cut. Null if it was not recorded. */
            values: z.object({ before: fieldValue, after: fieldValue }).nullable(),
          }),
        ),
      }),
    ),
  }),
});
