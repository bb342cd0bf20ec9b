import { eq, type Transaction } from '@quarry/postgres';
import { personas } from '@quarry/postgres/tables/personas';
import type { PersonaRow } from '../persona.ts';

/** Why a search ended before its last company. */
export type SearchStopReason = 'OUT_OF_CREDITS' | 'OUT_OF_PHONE_NUMBER_CREDITS' | 'AT_CAP';

const ENDED = { errorReason: null, searchNote: null } as const;

/** Records how the search of a locked persona ended. */
export async function endSearch(
  tx: Transaction,
  { id, searchOptions }: PersonaRow,
  reason: SearchStopReason | 'UNKNOWN' | 'PASSED',
): Promise<void> {
  const set = (values: Partial<typeof personas.$inferInsert>) =>
    tx
      .update(personas)
      .set({ ...ENDED, ...values })
      .where(eq(personas.id, id));
  if (reason === 'PASSED') await set({ searchStatus: 'COMPLETE' });
  else if (reason === 'AT_CAP') {
    const { maxCredits } = searchOptions;
    const searchNote = `The search stopped at its limit of ${maxCredits} ${maxCredits === 1 ? 'credit' : 'credits'}.`;
    await set({ searchStatus: 'COMPLETE', searchNote });
  } else await set({ searchStatus: 'ERROR', errorReason: reason });
}
