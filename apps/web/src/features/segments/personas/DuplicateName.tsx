import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

/** Asks whether a persona should replace another one with the same name. */
export default function DuplicateName(props: {
  name: string;
  isBusy: boolean;
  onOverwrite: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      opened
      title="Duplicate persona name"
      confirmLabel="Overwrite"
      cancelLabel="Cancel"
      isDangerous
      isBusy={props.isBusy}
      onConfirm={props.onOverwrite}
      onClose={props.onClose}
    >
      A persona with this name already exists in this segment. Overwrite replaces the criteria and options of "
      {props.name}" by these. Its contacts stay if they still match.
    </ConfirmDialog>
  );
}
