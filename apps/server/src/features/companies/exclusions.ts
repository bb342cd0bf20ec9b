import { AppError } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';

/** The companies that an account excludes. */
export interface Exclusions {
  readonly all: readonly string[];
  /** Those whose rows the current version still has. */
  readonly sinceBuild: readonly string[];
}

/** Reads an account's exclusions and locks them against other changes and the swap of a build. */
export async function lockExclusions(tx: Transaction, clientId: string): Promise<Exclusions> {
  const [row] = await tx
    .select({ all: clients.excludeCompanyIds, sinceBuild: clients.excludedSinceBuild })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for('update');
  if (row === undefined) throw new AppError('NOT_FOUND', 'This account no longer exists.');
  return row;
}

/** Saves an account's exclusions. Readers see them from their next call on. */
export async function saveExclusions(tx: Transaction, clientId: string, { all, sinceBuild }: Exclusions) {
  await tx
    .update(clients)
    .set({
      excludeCompanyIds: [...all],
      excludedSinceBuild: [...sinceBuild],
      exclusionsRevision: sql`${clients.exclusionsRevision} + 1`,
      configVersion: sql`${clients.configVersion} + 1`,
    })
    .where(eq(clients.id, clientId));
}

/** The audit entry keeps the ids of so many companies; more would make the trail slow to read. */
const RECORDED_IDS = 1_000;

/** The number of companies and their first ids, for the audit trail. */
export function recordedCompanies(ids: readonly string[]) {
  return { companies: ids.length, companyIds: ids.slice(0, RECORDED_IDS) };
}

export function companiesTarget(number: number): string {
  return number === 1 ? '1 company' : `${number.toLocaleString('en-US')} companies`;
}
