import { Button, Table, Text, Title } from '@mantine/core';
import type { ExportItem } from '@quarry/contracts';
import { IconDownload } from '@tabler/icons-react';
import { formatBytes, formatInstant, formatNumber, relativeInstant } from '../../lib/format.ts';
import { useDownload } from './use-download.ts';

/** The files of a complete export; each download uses a fresh link. */
export function ExportFiles({ item, clientName }: { item: ExportItem; clientName: string }) {
  const download = useDownload(clientName);
  const downloadingIndex = download.isPending ? download.variables.index : null;
  const { parts, expiresAt } = item;
  return (
    <section aria-label="Files">
      <Title order={2} mb={4}>
        {parts.length === 1 ? 'File' : `${formatNumber(parts.length)} files`}
      </Title>
      {expiresAt !== null && (
        <Text size="sm" c="dimmed" mb={8}>
          Kept until {formatInstant(expiresAt)} ({relativeInstant(expiresAt)}).
        </Text>
      )}
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label="Files">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>File</Table.Th>
              <Table.Th ta="end">Rows</Table.Th>
              <Table.Th ta="end">Size</Table.Th>
              <Table.Th w={150} aria-label="Download" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map((part, index) => (
              <Table.Tr key={part.filename}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{part.filename}</Table.Td>
                <Table.Td ta="end">{formatNumber(part.rows)}</Table.Td>
                <Table.Td ta="end">{formatBytes(part.bytes)}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    leftSection={<IconDownload size={16} aria-hidden="true" />}
                    aria-label={`Download ${part.filename}`}
                    loading={downloadingIndex === index}
                    disabled={downloadingIndex !== null && downloadingIndex !== index}
                    onClick={() => download.mutate({ exportId: item.id, index })}
                  >
                    Download
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
