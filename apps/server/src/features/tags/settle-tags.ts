import { and, eq, type Transaction } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import type { DerivedTag } from './derive-tags.ts';
import { tagOf } from './tag.ts';

/** Saves the results. A tag that was edited in between is left for another round. */
export async function settleTags(tx: Transaction, clientId: string, derived: readonly DerivedTag[]): Promise<void> {
  for (const { id, revision, companyCount, problem } of derived) {
    await tx
      .update(tags)
      .set({ processingStatus: 'Fresh', problem, ...(companyCount === null ? {} : { companyCount }) })
      .where(and(tagOf(clientId, id), eq(tags.revision, revision)));
  }
}
