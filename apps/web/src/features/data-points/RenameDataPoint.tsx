import { Button, Group, Modal, TextInput } from '@mantine/core';
import { renameDatasetField } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { MAX_DATA_POINT_NAME, nameProblem } from './name-problem.ts';

/** Renames a data point for everyone in the account. */
export default function RenameDataPoint(props: { fieldName: string; onClose: () => void }) {
  useReturnFocus();
  const client = useClient();
  const { clientName, companiesSchema } = client;
  const cache = useQueryClient();
  const field = companiesSchema.find(({ fieldName }) => fieldName === props.fieldName);
  const current = field?.displayName ?? '';
  const [name, setName] = useState(current);
  const [isTouched, setTouched] = useState(false);
  const problem = nameProblem(name, props.fieldName, client);
  const isUnchanged = name.trim() === current;
  const rename = useMutation({
    mutationFn: () =>
      call(renameDatasetField, { fieldName: props.fieldName, displayName: name.trim() }, { client: clientName }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey });
      notifySuccess('Data point renamed');
      props.onClose();
    },
    onError: (error) => {
      if (!hasCode(error, 'NAME_TAKEN')) notifyError('Sorry, something went wrong');
    },
  });
  const isTaken = hasCode(rename.error, 'NAME_TAKEN');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (problem === null && !isUnchanged && !rename.isPending) rename.mutate();
  };
  return (
    <Modal opened onClose={props.onClose} title="Rename Data Point" centered>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={MAX_DATA_POINT_NAME}
          value={name}
          error={isTaken ? 'Data point name must be unique' : isTouched ? problem : null}
          onChange={(event) => {
            rename.reset();
            setTouched(true);
            setName(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <ReasonButton
            loading={rename.isPending}
            disabledReason={problem ?? (isUnchanged ? 'The name is unchanged' : null)}
            onClick={submit}
          >
            Rename
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
