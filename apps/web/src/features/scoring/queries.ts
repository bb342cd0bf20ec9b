import {
  analyzeScoring,
  compareScoring,
  getScoreHistory,
  getScoreReceipt,
  getScoringConfig,
  listScoringConfigs,
  previewScoring,
  type ScoringConfig,
  type ScoringRule,
} from '@quarry/contracts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { clientQuery } from '../../lib/client-context.tsx';
import { companiesKey, type DatasetKey } from '../datasets/queries.ts';

const POLL_MS = 5_000;

/** The scores that are stored are not yet those of the saved rules. */
export function isUpdating({ processingStatus }: Pick<ScoringConfig, 'processingStatus'>): boolean {
  return processingStatus !== 'Fresh';
}

/** Prefix of the keys of all queries about an account's scoring fields. */
export function scoringKey(clientName: string) {
  return ['scoring', clientName] as const;
}

/** The account's scoring fields, polled every 5 s; refetches companies once a score has been computed. */
export function scoringConfigsQuery(clientName: string) {
  const queryKey = [...scoringKey(clientName), 'list'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: cache }): Promise<ScoringConfig[]> => {
      const { items } = await call(listScoringConfigs, {}, { client: clientName, signal });
      noticeComputed(cache, clientName, cache.getQueryData<ScoringConfig[]>(queryKey) ?? [], items);
      return items;
    },
    refetchInterval: POLL_MS,
  });
}

/** One scoring field, polled every 5 s while its scores are computed. */
export function scoringConfigQuery(clientName: string, scoringConfigId: string) {
  const queryKey = [...scoringKey(clientName), 'one', scoringConfigId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: cache }): Promise<ScoringConfig> => {
      const { item } = await call(getScoringConfig, { scoringConfigId }, { client: clientName, signal });
      const before = cache.getQueryData<ScoringConfig>(queryKey);
      noticeComputed(cache, clientName, before === undefined ? [] : [before], [item]);
      return item;
    },
    refetchInterval: (query) => (query.state.data !== undefined && isUpdating(query.state.data) ? POLL_MS : false),
    staleTime: POLL_MS,
  });
}

/** How many companies have which scores under unsaved rules. */
export function distributionQuery(dataset: DatasetKey, rules: readonly ScoringRule[]) {
  return queryOptions({
    queryKey: [...previewKey(dataset), 'distribution', rules],
    queryFn: async ({ signal }) =>
      (await call(analyzeScoring, { rules: [...rules] }, { client: dataset.clientName, signal })).values,
    enabled: rules.length > 0 && dataset.version !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** What an edit does to the scores of all companies; `before` is empty if there is nothing to compare with. */
export function comparisonQuery(dataset: DatasetKey, before: readonly ScoringRule[], after: readonly ScoringRule[]) {
  return queryOptions({
    queryKey: [...previewKey(dataset), 'comparison', before, after],
    queryFn: ({ signal }) =>
      call(compareScoring, { before: [...before], after: [...after] }, { client: dataset.clientName, signal }),
    enabled: before.length > 0 && after.length > 0 && dataset.version !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export interface PreviewRequest {
  readonly rules: readonly ScoringRule[];
  readonly order: 'best' | 'worst';
  /** Only these companies; empty for all. */
  readonly domains: readonly string[];
  /** Only scores from the first to the second. */
  readonly scoreRange: readonly [number, number] | null;
}

/** The companies that unsaved rules rank first or last. */
export function rankedCompaniesQuery(dataset: DatasetKey, request: PreviewRequest) {
  const { rules, order, domains, scoreRange } = request;
  return queryOptions({
    queryKey: [...previewKey(dataset), 'companies', request],
    queryFn: async ({ signal }) => {
      const body = {
        rules: [...rules],
        order,
        domains: [...domains],
        scoreRange: scoreRange && ([scoreRange[0], scoreRange[1]] satisfies [number, number]),
      };
      return (await call(previewScoring, body, { client: dataset.clientName, signal })).companies;
    },
    enabled: rules.length > 0 && dataset.version !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Why a company has its score. */
export function receiptQuery(dataset: DatasetKey, config: ScoringConfig, companyId: string) {
  const input = { scoringConfigId: config.id, companyId };
  return queryOptions({
    queryKey: [...scoringKey(dataset.clientName), 'receipt', input, stateOf(dataset, config)],
    queryFn: ({ signal }) => call(getScoreReceipt, input, { client: dataset.clientName, signal }),
    staleTime: 60_000,
  });
}

/** The last changes of a company's score. */
export function historyQuery(dataset: DatasetKey, config: ScoringConfig, companyId: string) {
  const input = { scoringConfigId: config.id, companyId };
  return queryOptions({
    queryKey: [...scoringKey(dataset.clientName), 'history', input, stateOf(dataset, config)],
    queryFn: ({ signal }) => call(getScoreHistory, input, { client: dataset.clientName, signal }),
    staleTime: 60_000,
  });
}

/** The scores that are stored change with it. */
function stateOf({ version }: DatasetKey, { lastModifiedAt, processingStatus }: ScoringConfig) {
  return { version, lastModifiedAt, processingStatus };
}

/** Caches a saved scoring field, and refetches the list and the account with its columns. */
export async function cacheScoringConfig(cache: QueryClient, clientName: string, saved: ScoringConfig): Promise<void> {
  const { queryKey } = scoringConfigQuery(clientName, saved.id);
  await cache.cancelQueries({ queryKey: scoringKey(clientName) });
  cache.setQueryData(queryKey, saved);
  refreshScoring(cache, clientName);
}

/** Refetches the scoring fields, the account with its columns, and the companies in their order. */
export function refreshScoring(cache: QueryClient, clientName: string): void {
  void cache.invalidateQueries({ queryKey: [...scoringKey(clientName), 'list'] });
  void cache.invalidateQueries(clientQuery(clientName));
  void cache.invalidateQueries({ queryKey: companiesKey(clientName) });
}

/** Not below the key of the scoring fields: a saved field changes no preview. */
function previewKey({ clientName, version }: DatasetKey) {
  return ['scoring-preview', clientName, version] as const;
}

function noticeComputed(
  cache: QueryClient,
  clientName: string,
  before: readonly ScoringConfig[],
  after: readonly ScoringConfig[],
): void {
  const wereUpdating = new Set(before.filter(isUpdating).map(({ id }) => id));
  if (!after.some((config) => wereUpdating.has(config.id) && !isUpdating(config))) return;
  void cache.invalidateQueries(clientQuery(clientName));
  void cache.invalidateQueries({ queryKey: companiesKey(clientName) });
}
