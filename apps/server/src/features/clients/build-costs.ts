import { type ConfigImpact, searchOptions } from '@quarry/contracts';
import { and, desc, eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { personas } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { creditBalances } from '#server/features/accounts/credits/credit-balances.ts';
import { buildJob } from '#server/features/datasets/build-job.ts';

/** The figures from which the costs of a client's next build are estimated. */
interface BuildCosts {
  readonly contactCredits: { readonly balance: number; readonly perCompany: number } | null;
  readonly lastBuild: PastBuild | null;
}

/** Of a client that doesn't exist yet. */
export const NO_COSTS: BuildCosts = { contactCredits: null, lastBuild: null };

export async function readBuildCosts(tx: Transaction, clientId: string): Promise<BuildCosts> {
  return {
    contactCredits: await readContactCredits(tx, clientId),
    lastBuild: await readLastBuild(tx, clientId),
  };
}

/** The credits and the time that a build with this turnover can take. */
export function costsOf(
  { contactCredits, lastBuild }: BuildCosts,
  { companies, entering }: ConfigImpact['build'],
): Pick<ConfigImpact, 'contactCredits' | 'buildSeconds'> {
  return {
    contactCredits:
      contactCredits === null
        ? null
        : {
            balance: contactCredits.balance,
            atMost: Math.min(contactCredits.balance, contactCredits.perCompany * entering),
          },
    buildSeconds: lastBuild === null ? null : scaled(lastBuild, companies),
  };
}

/**
 * The balance and the contacts that the personas of refreshed segments look for at each company that enters; null if
 * contacts cost nothing or nobody looks for them.
 */
async function readContactCredits(tx: Transaction, clientId: string) {
  const { CONTACT: balance } = await creditBalances(tx, clientId);
  if (balance === null) return null;
  const rows = await tx
    .select({ options: personas.searchOptions })
    .from(personas)
    .innerJoin(segments, eq(segments.id, personas.segmentId))
    .where(and(eq(personas.clientId, clientId), eq(personas.wasStarted, true), eq(segments.isDynamic, true)));
  const perCompany = rows
    .map(({ options }) => searchOptions.parse(options).numContactsRequiredPerCompany)
    .reduce((sum, contacts) => sum + contacts, 0);
  return { balance, perCompany };
}

interface PastBuild {
  readonly seconds: number;
  readonly companies: number;
}

async function readLastBuild(tx: Transaction, clientId: string): Promise<PastBuild | null> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.clientId, clientId), eq(jobs.type, buildJob.type), eq(jobs.status, 'COMPLETE')))
    .orderBy(desc(jobs.createdAt))
    .limit(1);
  if (job?.startedAt == null || job.finishedAt === null) return null;
  const seconds = (job.finishedAt.getTime() - job.startedAt.getTime()) / 1000;
  return { seconds, companies: job.counts.companies ?? 0 };
}

/** Most of a build's time goes with its companies. */
function scaled({ seconds, companies }: PastBuild, next: number): NonNullable<ConfigImpact['buildSeconds']> {
  return Math.max(1, Math.round(companies === 0 ? seconds : (seconds * next) / companies));
}
