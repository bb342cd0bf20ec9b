import { Button, Group, List, Modal, Text } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { listRules } from '@quarry/filters';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { useTags } from '../tags/queries.ts';
import { useRemove } from './use-remove.ts';

/** Confirms the removal of a column, or says which tags use it. */
export default function RemoveDataPoint({ field, onClose }: { field: SchemaField; onClose: () => void }) {
  useReturnFocus();
  const { clientName } = useClient();
  const { tags = [] } = useTags(clientName);
  const { remove, removing } = useRemove();
  const users = tags.filter(({ filters }) => listRules(filters).some((rule) => rule.field === field.fieldName));
  const title = `Remove “${field.displayName}”?`;
  if (users.length > 0) {
    return (
      <Modal opened onClose={onClose} title={title} centered returnFocus={false}>
        <Text>These tags use the data point. Change or delete them first.</Text>
        <List mt="sm">
          {users.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel="Remove data point"
      isDangerous
      isBusy={removing !== null}
      onConfirm={() => {
        remove(field);
        onClose();
      }}
      onClose={onClose}
    >
      The column disappears for everyone in this account. Its values leave the dataset with the next refresh; until
      then, adding the data point again brings them back.
    </ConfirmDialog>
  );
}
