import type { DataBlockConfig } from '@quarry/contracts';
import { listRules } from '@quarry/filters';
import { type ReactNode, useMemo } from 'react';
import { ConfigStoreProvider } from '../data-blocks/config-store.tsx';
import type { ClientEditing } from './use-client-editor.ts';

/** Lets the builder and the configurations inside work on the draft. */
export function DraftConfigs({ editor, children }: { editor: ClientEditing; children: ReactNode }) {
  const { draft, change } = editor;
  const { dataBlockConfigs: configs, fieldDefinitions, sourcingCriteria } = draft;
  const usages = useMemo(() => {
    const used = [
      ...fieldDefinitions.flatMap(({ configId }) => configId ?? []),
      ...listRules(sourcingCriteria).flatMap(({ configId }) => configId ?? []),
    ];
    const byId = Map.groupBy(used, (configId) => configId);
    return Object.fromEntries([...byId].map(([configId, uses]) => [configId, { markets: 0, dataPoints: uses.length }]));
  }, [fieldDefinitions, sourcingCriteria]);
  const store = {
    configs,
    usages,
    save: (config: DataBlockConfig) => {
      const isKnown = configs.some(({ configId }) => configId === config.configId);
      change(
        'dataBlockConfigs',
        isKnown ? configs.map((other) => (other.configId === config.configId ? config : other)) : [...configs, config],
      );
    },
    remove: (configId: string) =>
      change(
        'dataBlockConfigs',
        configs.filter((other) => other.configId !== configId),
      ),
  };
  return <ConfigStoreProvider store={store}>{children}</ConfigStoreProvider>;
}
