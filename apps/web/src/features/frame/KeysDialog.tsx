import { Kbd, Modal, Table } from '@mantine/core';

const KEYS: readonly { keys: readonly string[]; action: string }[] = [
  { keys: ['Ctrl', 'K'], action: 'Search companies, pages and actions (Cmd + K on a Mac)' },
  { keys: ['/'], action: 'Go to the search box' },
  { keys: ['f'], action: 'Open or close the filters' },
  { keys: ['↑', '↓', '←', '→'], action: 'Move in a table' },
  { keys: ['Home', 'End', 'Page Up', 'Page Down'], action: 'Jump within a table' },
  { keys: ['Enter'], action: 'Open the row; on a header: sort' },
  { keys: ['Space'], action: 'Select the row; with Shift: all rows since the last selected one' },
  { keys: ['F2'], action: 'Show the full value of a cell' },
  { keys: ['Ctrl', 'C'], action: 'Copy the cell' },
  { keys: ['Alt', '↓'], action: 'Open the menu of a cell, to filter by its value; on a header: the column menu' },
  {
    keys: ['Shift', '←', '→'],
    action: 'On a header: change the width; with Ctrl: move the column, or a view on its tab',
  },
  { keys: ['Esc'], action: 'Close the drawer, dialog or menu' },
  { keys: ['?'], action: 'Show this list' },
];

export default function KeysDialog(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Keyboard shortcuts" size="lg" centered>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Keys</Table.Th>
            <Table.Th>Action</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {KEYS.map(({ keys, action }) => (
            <Table.Tr key={action}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{action}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
