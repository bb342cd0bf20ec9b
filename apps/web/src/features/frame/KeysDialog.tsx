import { Kbd, Modal, Table } from '@mantine/core';

const KEYS: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ['Ctrl', 'K'], what: 'Search pages and actions (Cmd + K on a Mac)' },
  { keys: ['/'], what: 'Go to the search of the page' },
  { keys: ['f'], what: 'Open or close the filters' },
  { keys: ['↑', '↓', '←', '→'], what: 'Move in a table' },
  { keys: ['Home', 'End', 'Page Up', 'Page Down'], what: 'Move further in a table' },
  { keys: ['Enter'], what: 'Open the row; on a header: sort' },
  { keys: ['Space'], what: 'Select the row' },
  { keys: ['F2'], what: 'Show the whole value of a cell' },
  { keys: ['Ctrl', 'C'], what: 'Copy the cell' },
  { keys: ['Alt', '↓'], what: 'On a header: open the menu of the column' },
  { keys: ['Shift', '←', '→'], what: 'On a header: change the width; with Ctrl: move the column' },
  { keys: ['Esc'], what: 'Close the drawer, dialog or menu' },
  { keys: ['?'], what: 'Show these keys' },
];

/** The list of keys. */
export default function KeysDialog(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Keyboard shortcuts" size="lg" centered>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Keys</Table.Th>
            <Table.Th>What they do</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {KEYS.map(({ keys, what }) => (
            <Table.Tr key={what}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
