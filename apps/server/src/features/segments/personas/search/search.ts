import type { Warehouse } from '@quarry/clickhouse';
import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { ContactProvider } from '../people/contact-provider.ts';
import type { PersonaRow } from '../persona.ts';
import type { SegmentAtRun } from './segment-at-run.ts';

/** A search that runs: one pass over the companies of a segment. */
export interface Search {
  readonly clientId: string;
  readonly persona: PersonaRow;
  readonly segment: SegmentAtRun;
  /** The persona had found people when it began, so that some may be at companies that are left. */
  readonly hasFindings: boolean;
  readonly provider: ContactProvider;
  readonly db: Database;
  readonly warehouse: Warehouse;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Throws if another process has taken over the work; in the transaction, it cannot until the end. */
  holdWork(tx: Transaction): Promise<void>;
}
