import { AppError, type DataBlockConfig, INVALID_CONFIG } from '@quarry/contracts';
import { type FilterGroup, InvalidFilterError } from '@quarry/filters';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { inputHash } from '#server/features/markets/previews/input-hash.ts';
import { isNetNewTo } from '#server/features/markets/previews/net-new.sql.ts';
import { type ParsedCriteria, parseUnsavedCriteria } from '#server/features/markets/previews/unsaved-criteria.ts';
import type { IsNetNew } from '#server/features/universe/criteria/compile-criteria.ts';
import type { StaffScope } from '#server/platform/scope.ts';

/** Criteria of an estimate, ready to run. */
export interface EstimatedCriteria extends ParsedCriteria {
  /** Null without a client that exists. */
  readonly isNetNew: IsNetNew | null;
  /** Equal for estimates with the same result. */
  readonly hash: string;
}

export interface EnteredCriteria {
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly clientName: string | null;
}

/**
 * Parses criteria that staff entered. Nothing is counted as net-new to a client that doesn't exist yet. Throws
 * VALIDATION_FAILED and INVALID_FILTER.
 */
export async function parseEstimated(
  scope: Pick<StaffScope, 'read' | 'ledger'>,
  { criteria, configs, clientName }: EnteredCriteria,
): Promise<EstimatedCriteria> {
  const parsed = parseStaffCriteria(criteria, configs);
  const client = clientName === null ? null : await scope.read((tx) => readDataset(tx, clientName));
  return {
    ...parsed,
    isNetNew: client === null ? null : isNetNewTo(client, client.excludedIds),
    hash: inputHash(criteria, parsed, {
      datasetVersion: client?.datasetVersion ?? null,
      revision: scope.ledger.revision(),
      excludedIds: client?.excludedIds ?? [],
      options: { clientName },
    }),
  };
}

/** Throws VALIDATION_FAILED and INVALID_FILTER with the message of an incorrect client config. */
export function parseStaffCriteria(criteria: FilterGroup, configs: readonly DataBlockConfig[]): ParsedCriteria {
  try {
    return parseUnsavedCriteria({ marketCriteria: criteria, dynamicDataBlockConfigs: [...configs] }, { staff: true });
  } catch (error) {
    if (error instanceof InvalidFilterError) throw new InvalidFilterError(error.problems, INVALID_CONFIG);
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.errorCode, INVALID_CONFIG, { ...error.context, reason: error.message });
  }
}

async function readDataset(tx: Transaction, name: string) {
  const [row] = await tx
    .select({ datasetVersion: clients.datasetVersion, excludedIds: clients.excludeCompanyIds })
    .from(clients)
    .where(eq(clients.name, name));
  return row === undefined
    ? null
    : { name, datasetVersion: row.datasetVersion?.toString() ?? null, excludedIds: row.excludedIds };
}
