import type { Transaction } from '@quarry/postgres';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { VersionSchema } from './dataset-schema.ts';
import type { DerivedNode } from './dependencies.ts';
import type { Renames } from './renames.ts';
import type { ScoreField } from './scores.ts';

/** A version with all its rows that readers don't see yet. */
export interface FilledVersion {
  readonly clientId: string;
  readonly clientName: string;
  readonly version: number;
  readonly schema: VersionSchema;
  /** The version that readers see; null at the first build. */
  readonly lastVersion: number | null;
  /** Definitions still have the columns' names of the last version, until the swap. */
  readonly renames: Renames;
  /** The segments' runs for this version, as far as they are derived; those of the last version before. */
  readonly segmentRuns: Map<string, number | null>;
  /** The scores that the version has, as far as they are derived. */
  readonly scores: ScoreField[];
}

/** One room's derivation for a version that is being built. */
export interface Derivation {
  /** May use nodes of other rooms. */
  readonly nodes: readonly DerivedNode[];
  /** Derives the nodes of one layer, after all their dependencies. `done` gets the number of nodes just finished. */
  derive(ids: readonly string[], done: (count: number) => void): Promise<void>;
  /** Saves the results in the transaction of the swap, which holds the client's row. */
  settle(tx: Transaction): Promise<void>;
}

/** Starts a room's derivation for a version. Every attempt of a build starts it again. */
export type BeginDerivation = (ctx: JobContext, version: FilledVersion) => Promise<Derivation>;
