import { Alert, Box, Button } from '@mantine/core';
import { type DataBlockConfig, hasFeature } from '@quarry/contracts';
import { IconAdjustments, IconInfoCircle } from '@tabler/icons-react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { completeConfig } from '../data-blocks/config-values.ts';
import { ComputeNow } from './ComputeNow.tsx';
import { DynamicConfig } from './DynamicConfig.tsx';
import { refreshText } from './refresh-text.ts';

/** The configuration that a column was computed with, and a notice if it has changed since. */
export function ColumnConfig({ config, onConfigure }: { config: DataBlockConfig; onConfigure: () => void }) {
  const client = useClient();
  const user = useUser();
  const saved = client.dataBlockConfigs.find(({ configId }) => configId === config.configId);
  const isChanged = saved !== undefined && contentOf(saved) !== contentOf(config);
  return (
    <div>
      <DynamicConfig config={config} />
      {isChanged && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden="true" />} mt="sm" p="xs" role="status">
          This configuration was changed. The values will change {refreshText(client.nextBuildDueAt)}.
        </Alert>
      )}
      {isChanged && (
        <Box mt="sm">
          <ComputeNow />
        </Box>
      )}
      {hasFeature('dataBlockConfigs', client, user) && (
        <Button
          mt="sm"
          size="xs"
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconAdjustments size={14} aria-hidden="true" />}
          onClick={onConfigure}
        >
          Configure data point
        </Button>
      )}
    </div>
  );
}

/** Leaves out the label, which doesn't affect values. */
function contentOf({ blockName, config }: DataBlockConfig): string {
  return JSON.stringify(completeConfig(blockName, config));
}
