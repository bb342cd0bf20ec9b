import { Alert, Code, Table } from '@mantine/core';
import type { ConfigProblem } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Why a config cannot be saved: every problem with its place and its rule. */
export function ProblemsTable({ problems }: { problems: readonly ConfigProblem[] }) {
  return (
    <Alert color="red" role="alert" title="Invalid configuration" icon={<IconAlertTriangle aria-hidden />}>
      Failed the schema is incorrect. Please see error summary for details.
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label="Errors">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Instance path</Table.Th>
              <Table.Th>Message</Table.Th>
              <Table.Th>Schema path</Table.Th>
              <Table.Th>Params</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map(({ instancePath, schemaPath, message, params }) => (
              <Table.Tr key={`${instancePath} ${schemaPath} ${message}`}>
                <Table.Td>
                  <Code>{instancePath === '' ? '/' : instancePath}</Code>
                </Table.Td>
                <Table.Td>{message}</Table.Td>
                <Table.Td>
                  <Code>{schemaPath}</Code>
                </Table.Td>
                <Table.Td>{Object.keys(params).length > 0 && <Code>{JSON.stringify(params)}</Code>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Alert>
  );
}
