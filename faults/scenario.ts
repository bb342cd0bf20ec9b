import type { Chance } from './chance.ts';
import type { Checks } from './checks.ts';
import type { DataFolders } from './data-folders.ts';

/** A stopped data folder with the demo on it, to be copied. */
export interface Template {
  readonly dataDir: string;
  readonly companies: number;
}

/** What a scenario works with. */
export interface ScenarioParts {
  readonly checks: Checks;
  readonly chance: Chance;
  readonly folders: DataFolders;
  readonly template: Template;
}

/** One kind of fault, brought about on a server or command of its own. */
export type Scenario = (parts: ScenarioParts) => Promise<void>;
