import type { DataBlockConfig } from '@quarry/contracts';
import { createContext, type ReactNode, useContext } from 'react';
import type { ConfigUsages } from './queries.ts';

/** Configurations that are edited as a part of something else and saved with it. */
export interface ConfigStore {
  readonly configs: readonly DataBlockConfig[];
  readonly usages: ConfigUsages;
  /** Updates the configuration with this id, or adds it. */
  readonly save: (config: DataBlockConfig) => void;
  readonly remove: (configId: string) => void;
}

const ConfigStoreContext = createContext<ConfigStore | null>(null);

/** Lets the builder and the editor of configurations work on these instead of an account's saved ones. */
export function ConfigStoreProvider(props: { store: ConfigStore; children: ReactNode }) {
  return <ConfigStoreContext value={props.store}>{props.children}</ConfigStoreContext>;
}

/** Null where the account's saved configurations are edited. */
export function useConfigStore(): ConfigStore | null {
  return useContext(ConfigStoreContext);
}
