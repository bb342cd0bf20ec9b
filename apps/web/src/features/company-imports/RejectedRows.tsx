import { Button, Card, Group, Table, Text, Title } from '@mantine/core';
import { downloadImportRejects, LISTED_REJECTS } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { notifyError } from '../../lib/notify.ts';
import { saveFile } from '../exports/save-file.ts';
import classes from './company-imports.module.css';

interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

/** The rows that were rejected, with their reasons. */
export function RejectedRows(props: {
  importId: string;
  rejected: number;
  /** Rows by reason. */
  rejections: Readonly<Record<string, number>>;
  /** The first rows; null if they are in a file of the command line. */
  rows: readonly RejectedRow[] | null;
  path: string | null;
}) {
  const { importId, rejected, rejections, rows, path } = props;
  const download = useMutation({
    mutationFn: async () => saveFile((await call(downloadImportRejects, { importId })).signedUrl, 'rejects.jsonl'),
    onError: (error) => notifyError(messageOf(error), { title: 'The file could not be downloaded' }),
  });
  if (rejected === 0) return null;
  const reasons = Object.entries(rejections).toSorted(([, one], [, other]) => other - one);
  return (
    <Card withBorder component="section" aria-labelledby="import-rejects">
      <Group justify="space-between">
        <Title order={2} size="h4" id="import-rejects">
          Rejected rows
        </Title>
        {rows === null || rows.length === 0 ? null : (
          <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
            Download rejected rows
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" my={4}>
        {reasons.map(([reason, count]) => `${formatNumber(count)} × ${reason}`).join(' · ')}
        {path === null ? '' : ` The command line listed them in ${path}.`}
      </Text>
      {rows === null || rows.length === 0 ? null : (
        <>
          <Table.ScrollContainer minWidth={720}>
            <Table aria-labelledby="import-rejects" verticalSpacing={5}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th ta="end" w={90}>
                    Line
                  </Table.Th>
                  <Table.Th>Reason</Table.Th>
                  <Table.Th>Row</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ line, reason, text }) => (
                  <Table.Tr key={line}>
                    <Table.Td className={classes.number}>{formatNumber(line)}</Table.Td>
                    <Table.Td className={classes.text}>{reason}</Table.Td>
                    <Table.Td className={classes.text}>{text}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {rejected > rows.length ? (
            <Text size="xs" c="dimmed" mt="xs">
              {`The first ${LISTED_REJECTS} of ${formatNumber(rejected)}; the file has the others.`}
            </Text>
          ) : null}
        </>
      )}
    </Card>
  );
}
