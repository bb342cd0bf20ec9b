import { ConfirmedAction } from '../../../ui/ConfirmedAction.tsx';
import type { ListedPersona, PersonaStore } from './persona-store.ts';

/** Confirms and deletes a persona. */
export default function DeletePersona(props: { store: PersonaStore; listed: ListedPersona; onClose: () => void }) {
  const { store, listed, onClose } = props;
  return (
    <ConfirmedAction
      title={`Delete persona ${listed.draft.name}`}
      confirmLabel="Yes, delete"
      messages={{ running: 'Deleting...', done: 'Persona deleted', failed: 'Error deleting persona' }}
      run={() => store.remove(listed.key)}
      refresh={() => Promise.resolve()}
      onClose={onClose}
    >
      {listed.saved === null
        ? 'It has not been saved yet. Are you sure?'
        : 'This ends its search and removes its people from the segment. Your account keeps the contacts. Are you sure?'}
    </ConfirmedAction>
  );
}
