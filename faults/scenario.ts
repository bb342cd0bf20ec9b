import type { Chance } from './chance.ts';
import type { Checks } from './checks.ts';
import type { DataFolders } from './data-folders.ts';

/** The data folder of a stopped server with the demo, for copying. */
export interface Template {
  readonly dataDir: string;
  readonly companies: number;
}

export interface ScenarioParts {
  readonly checks: Checks;
  readonly chance: Chance;
  readonly folders: DataFolders;
  readonly template: Template;
}

/** One kind of fault, on its own server or command. */
export type Scenario = (parts: ScenarioParts) => Promise<void>;
