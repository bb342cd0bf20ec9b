import { Modal } from '@mantine/core';
import type { DataBlockConfig, SchemaField } from '@quarry/contracts';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ConfigureDataPoint } from '../data-blocks/ConfigureDataPoint.tsx';
import { useMarketDataBlocks } from '../data-blocks/queries.ts';
import { existingDataPoint } from './existing-data-point.ts';
import { useAddProblem } from './use-add-problem.ts';

const AddDataPoint = lazy(() => import('./AddDataPoint.tsx'));

/**
 * Configures an existing column. An edited configuration changes the column with the next build; selecting another one
 * starts a new data point.
 */
export default function ConfigureColumn(props: { field: SchemaField; config: DataBlockConfig; onClose: () => void }) {
  const { config, onClose } = props;
  useReturnFocus();
  const client = useClient();
  const dataBlocks = useMarketDataBlocks();
  const addProblem = useAddProblem();
  const [newConfig, setNewConfig] = useState<DataBlockConfig | null>(null);
  const key = props.field.ccmName?.split('#', 1)[0] ?? '';
  const point = dataBlocks.find(key);
  if (newConfig !== null) {
    return (
      <Suspense fallback={null}>
        <AddDataPoint start={{ field: key, configId: newConfig.configId }} onClose={onClose} />
      </Suspense>
    );
  }
  if (point === undefined) {
    return (
      <Modal opened onClose={onClose} title="Configure data point" size={1080} centered returnFocus={false}>
        {dataBlocks.isLoading ? (
          <LoadingState label="Loading configurations" height={400} />
        ) : (
          <ErrorState
            title="Configurations could not be loaded"
            error={dataBlocks.error}
            onRetry={dataBlocks.refetch}
          />
        )}
      </Modal>
    );
  }
  return (
    <ConfigureDataPoint
      block={point.block}
      field={point.field}
      selectedConfigId={config.configId}
      selectProblem={({ configId }) =>
        configId === config.configId
          ? 'This data point already uses this configuration'
          : (addProblem ?? existingDataPoint(key, configId, client))
      }
      onSelect={setNewConfig}
      onClose={onClose}
    />
  );
}
