import { filterRule } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'client' } as const;
const count = z.number().int().nonnegative();
const oneReport = z.object({ scoringAnalysisReportId: z.string().min(1).max(100) });

export const ANALYSIS_NAME_MAX = 255;
/** Per list. */
export const MAX_ANALYSIS_DOMAINS = 10_000;
/** Fewer targets than this rarely show anything. */
export const FEW_TARGETS = 20;
/** Per account. */
export const MAX_ANALYSIS_REPORTS = 500;
/** Findings above this, or below its negative, are strong indicators. */
export const STRONG_SCORE = 3;

export const ANALYSIS_MODES = ['vsAll', 'vsOther'] as const;

const domainList = z
  .array(z.string().trim().max(2_000))
  .transform((domains) => [...new Set(domains.filter((domain) => domain !== ''))])
  .pipe(z.array(z.string()).max(MAX_ANALYSIS_DOMAINS, 'Too many domains'))
  .default([]);

/** Whom to compare with whom: target companies with all others of the dataset, or with listed ones. */
export const analysisInputs = z
  .object({
    goodDomains: domainList,
    otherDomains: domainList,
    mode: z.enum(ANALYSIS_MODES).default('vsAll'),
  })
  .refine(({ goodDomains }) => goodDomains.length > 0, {
    path: ['goodDomains'],
    message: 'Please provide at least one target domain',
  })
  .refine(({ mode, otherDomains }) => mode === 'vsAll' || otherDomains.length > 0, {
    path: ['otherDomains'],
    message: 'Please provide at least one other domain',
  });
export type AnalysisInputs = z.output<typeof analysisInputs>;

export const analysisName = z
  .string()
  .trim()
  .min(1, 'Please provide a name for the report')
  .max(ANALYSIS_NAME_MAX, `A name can have at most ${ANALYSIS_NAME_MAX} characters`);

/** How much more often targets have a value than others do; also a scoring rule. */
export const scoreFinding = z.object({
  id: z.string(),
  fieldName: z.string(),
  /** The rule that companies with the value meet. */
  rule: filterRule,
  /** The value for people. */
  value: z.string(),
  /** The correlation between being a target and having the value, -1 to 1, shrunk for small sets. */
  impact: z.number(),
  /** The suggested points, -10 to 10. */
  score: z.number(),
  goodCount: count,
  badCount: count,
  /** Fractions of the sets. */
  goodPercentage: z.number(),
  badPercentage: z.number(),
  /** One minus the false discovery rate. */
  confidence: z.number(),
  isSignificant: z.boolean(),
  /** Part of the suggested scoring field. */
  isOnByDefault: z.boolean(),
});
export type ScoreFinding = z.infer<typeof scoreFinding>;

/** The points of a finding's rule in a scoring field: whole, and never 0. */
export function pointsOf(score: number): number {
  return Math.sign(score) * Math.max(1, Math.round(Math.abs(score)));
}

/** The findings on one field. */
export const findingGroup = z.object({
  fieldName: z.string(),
  displayName: z.string(),
  weight: z.number(),
  /** Shown unless low impact fields are asked for too. */
  isImpactful: z.boolean(),
  findings: z.array(scoreFinding),
});
export type FindingGroup = z.infer<typeof findingGroup>;

/** How well the suggested rules separate targets that were held out from other companies. */
export const holdOutCheck = z.object({
  targets: count,
  others: count,
  /** The chance that a target scores above another company; 0.5 is guessing. */
  auc: z.number().min(0).max(1),
  /** Companies by score, best tenth first: the share of the targets in each, over the tenth's share of all. */
  lift: z.array(z.object({ upTo: z.number(), targetShare: z.number(), lift: z.number() })),
});

export type HoldOutCheck = z.infer<typeof holdOutCheck>;

export const analysisResults = z.object({
  /** By weight, heaviest first. */
  scores: z.array(findingGroup),
  goodSetSize: count,
  otherSetSize: count,
  goodDomainsFound: z.array(z.string()),
  goodDomainsNotFound: z.array(z.string()),
  otherDomainsFound: z.array(z.string()),
  otherDomainsNotFound: z.array(z.string()),
  /** Null if there are too few targets to hold some out. */
  holdOut: holdOutCheck.nullable(),
  updatedAt: z.string(),
});
export type AnalysisResults = z.infer<typeof analysisResults>;

export const ANALYSIS_STATUSES = ['Calculating', 'Processed', 'Error'] as const;

const reportBase = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(ANALYSIS_STATUSES),
  /** Of the calculation, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Why the calculation failed, for people. */
  error: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
});

/** A comparison of target companies with others. */
export const analysisReport = reportBase.extend({
  inputs: z.object({ name: z.string(), ...analysisInputs.shape }),
  /** Null unless Processed. */
  results: analysisResults.nullable(),
});
export type AnalysisReport = z.infer<typeof analysisReport>;

/** The account's reports, newest first. */
export const listAnalysisReports = endpoint({
  method: 'GET',
  path: '/app/scoring-analysis/reports',
  summary: 'The scoring analysis reports of the account',
  access,
  audit: false,
  isCompressed: true,
  output: z.object({
    items: z.array(
      reportBase.extend({ mode: z.enum(ANALYSIS_MODES), goodDomainsCount: count, otherDomainsCount: count }),
    ),
  }),
});

export const getAnalysisReport = endpoint({
  method: 'GET',
  path: '/app/scoring-analysis/reports/:scoringAnalysisReportId',
  summary: 'One scoring analysis report',
  access,
  audit: false,
  isCompressed: true,
  params: oneReport,
  output: z.object({ item: analysisReport }),
});

/** Creates a report and calculates it. */
export const createAnalysisReport = endpoint({
  method: 'POST',
  path: '/app/scoring-analysis/reports',
  summary: 'Create a scoring analysis report',
  access,
  audit: 'scoring-analysis.created',
  body: z.object({ name: analysisName, inputs: analysisInputs }),
  output: z.object({ item: analysisReport }),
});

/** Saves a report's name and inputs, and calculates it again if the inputs changed. */
export const updateAnalysisReport = endpoint({
  method: 'PUT',
  path: '/app/scoring-analysis/reports/:scoringAnalysisReportId',
  summary: 'Save a scoring analysis report',
  access,
  audit: 'scoring-analysis.saved',
  params: oneReport,
  body: z.object({ name: analysisName, inputs: analysisInputs }),
  output: z.object({ item: analysisReport }),
});

export const deleteAnalysisReport = endpoint({
  method: 'DELETE',
  path: '/app/scoring-analysis/reports/:scoringAnalysisReportId',
  summary: 'Delete a scoring analysis report',
  access,
  audit: 'scoring-analysis.deleted',
  params: oneReport,
  output: z.object({ id: z.string() }),
});

/** Tells a report's main findings in words. */
export const describeAnalysisReport = endpoint({
  method: 'POST',
  path: '/app/scoring-analysis/reports/:scoringAnalysisReportId/describe',
  summary: 'The main findings of a report in words',
  access: { kind: 'client', apiKeys: 'read' },
  audit: false,
  params: oneReport,
  output: z.object({ summary: z.string() }),
});
