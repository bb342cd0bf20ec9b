import { Button, Group, Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MARKET_NAME_MAX, type Market, updateMarket } from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { clientQuery, useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { isNameFree, marketsKey } from './queries.ts';

const CHECK_DELAY_MS = 400;

/** Renames a market; keeps its criteria. */
export default function RenameMarket(props: { market: Market; onClose: () => void }) {
  useReturnFocus();
  const { market, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [name, setName] = useState(market.name);
  const trimmed = name.trim();
  const [debouncedName] = useDebouncedValue(trimmed, CHECK_DELAY_MS);
  const isUnchanged = trimmed === market.name;
  const check = useQuery({
    queryKey: [...marketsKey(clientName), 'is-name-free', { name: debouncedName, marketId: market.id }],
    queryFn: () => isNameFree(clientName, debouncedName, market.id),
    enabled: debouncedName !== '' && debouncedName !== market.name,
    staleTime: 0,
    gcTime: 0,
  });
  const rename = useMutation({
    mutationFn: async (newName: string) => {
      const toast = notifyLoading('Updating market name');
      try {
        await call(updateMarket, { marketId: market.id, name: newName }, { client: clientName });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Failed to update market name' });
        throw error;
      }
      notifySuccess('Successfully updated market name', { id: toast });
    },
    onSuccess: () => {
      // The account has the names of the sources of its companies.
      void cache.invalidateQueries(clientQuery(clientName));
      onClose();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: marketsKey(clientName) }),
  });
  const isTaken = hasCode(rename.error, 'NAME_TAKEN');
  const isChecking = !isUnchanged && trimmed !== '' && (debouncedName !== trimmed || check.isFetching);
  const problem = nameProblem();

  function nameProblem(): string | null {
    if (trimmed === '') return 'Market name cannot be empty';
    if (isUnchanged || debouncedName !== trimmed || check.isFetching) return null;
    if (check.isError) return 'Failed to validate market name, please try again';
    return isTaken || check.data === false ? 'Market name must be unique' : null;
  }
  const disabledReason =
    problem ?? (isUnchanged ? 'The name is unchanged' : isChecking ? 'The name is being checked' : null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabledReason === null && !rename.isPending) rename.mutate(trimmed);
  };
  return (
    <Modal opened onClose={onClose} title="Rename Market" centered>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Market Name"
          data-autofocus
          maxLength={MARKET_NAME_MAX}
          value={name}
          error={problem}
          rightSection={isChecking ? <Loader size={14} role="progressbar" aria-label="Checking the name" /> : null}
          onChange={(event) => {
            rename.reset();
            setName(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" mt="lg">
          {check.isError && problem !== null && trimmed !== '' ? (
            <Button variant="subtle" onClick={() => void check.refetch()}>
              Check again
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton loading={rename.isPending} disabledReason={disabledReason} onClick={submit}>
            Rename
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
