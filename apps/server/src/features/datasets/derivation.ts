import type { Transaction } from '@quarry/postgres';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { VersionSchema } from './dataset-schema.ts';
import type { DerivedNode } from './dependencies.ts';

/** A version whose rows are written and that readers don't see yet. */
export interface FilledVersion {
  readonly clientId: string;
  readonly clientName: string;
  readonly version: number;
  readonly schema: VersionSchema;
  /** The version that readers see; null at the first build. */
  readonly lastVersion: number | null;
}

/** What one room derives for the companies of a version that is being built. */
export interface Derivation {
  /** Everything to derive; it may use what other rooms derive. */
  readonly nodes: readonly DerivedNode[];
  /** Derives nodes that don't use one another, after all that they use. `done` gets the number of nodes just finished. */
  derive(ids: readonly string[], done: (count: number) => void): Promise<void>;
  /** Saves the results in the transaction of the swap, which holds the client's row. */
  settle(tx: Transaction): Promise<void>;
}

/** Begins what a room derives for a version. An attempt that follows a killed one begins again. */
export type BeginDerivation = (ctx: JobContext, version: FilledVersion) => Promise<Derivation>;
