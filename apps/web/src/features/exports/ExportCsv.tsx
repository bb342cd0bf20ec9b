import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useClient } from '../../lib/client-context.tsx';
import { type ExportRequest, useStartExport } from './use-start-export.ts';

const NOTHING = () => undefined;

/** Starts an export that needs no further choices. */
export function ExportCsv({ request }: { request: ExportRequest }) {
  const start = useStartExport(useClient().clientName, NOTHING);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileExport size={16} aria-hidden="true" />}
      loading={start.isPending}
      onClick={() => start.mutate(request)}
    >
      Export CSV
    </Button>
  );
}
