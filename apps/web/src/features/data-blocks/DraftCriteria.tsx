import type { DataBlockConfig } from '@quarry/contracts';
import { type FilterGroup, listRules } from '@quarry/filters';
import { type ReactNode, useMemo } from 'react';
import { ConfigStoreProvider } from './config-store.tsx';

/** Lets the builder inside work on criteria and configurations that are saved together. */
export function DraftCriteria(props: {
  criteria: FilterGroup;
  configs: readonly DataBlockConfig[];
  onConfigs: (configs: DataBlockConfig[]) => void;
  children: ReactNode;
}) {
  const { criteria, configs, onConfigs } = props;
  const usages = useMemo(() => {
    const byId = Map.groupBy(
      listRules(criteria).flatMap(({ configId }) => configId ?? []),
      (configId) => configId,
    );
    return Object.fromEntries([...byId].map(([configId, uses]) => [configId, { markets: uses.length, dataPoints: 0 }]));
  }, [criteria]);
  const store = {
    configs,
    usages,
    save: (config: DataBlockConfig) => {
      const isKnown = configs.some(({ configId }) => configId === config.configId);
      onConfigs(
        isKnown ? configs.map((other) => (other.configId === config.configId ? config : other)) : [...configs, config],
      );
    },
    remove: (configId: string) => onConfigs(configs.filter((other) => other.configId !== configId)),
  };
  return <ConfigStoreProvider store={store}>{props.children}</ConfigStoreProvider>;
}
