import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { CREDIT_REASON_MAX, type CreditAction, type CreditType, changeClientCredits } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { CountInput } from '../../../ui/CountInput.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { TYPE_LABELS } from '../../credits/credit-words.ts';

const TITLES = { add: 'Add', remove: 'Remove', set: 'Set' } as const;

/** Changes a balance, with the reason that the ledger keeps. */
export default function ChangeCredits(props: {
  name: string;
  type: CreditType;
  action: CreditAction;
  balance: number | null;
  onClose: () => void;
}) {
  const { name, type, action, balance } = props;
  const cache = useQueryClient();
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const changing = useMutation({
    mutationFn: () => call(changeClientCredits, { client: name, creditType: type, action, amount, reason }),
    onSuccess: () => {
      notifySuccess('Credits changed');
      void cache.invalidateQueries({ queryKey: ['client-credits', name] });
      props.onClose();
    },
  });
  const missing =
    amount === null && action !== 'set' ? 'Give the number of credits' : reason.trim() === '' ? 'Give a reason' : null;
  return (
    <Modal opened onClose={props.onClose} title={`${TITLES[action]} ${TYPE_LABELS[type].toLowerCase()}`} centered>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {balance === null ? 'The client needs no such credits now.' : `The balance is ${formatNumber(balance)}.`}
        </Text>
        <CountInput
          label="Credits"
          description={action === 'set' ? 'Empty: the client needs no such credits' : undefined}
          data-autofocus
          allowsZero
          max={1_000_000_000}
          value={amount}
          onChange={setAmount}
        />
        <Textarea
          label="Reason"
          withAsterisk
          maxLength={CREDIT_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {changing.isError && (
          <Text c="red" size="sm" role="alert">
            {messageOf(changing.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <ReasonButton loading={changing.isPending} disabledReason={missing} onClick={() => changing.mutate()}>
            {TITLES[action]}
          </ReasonButton>
        </Group>
      </Stack>
    </Modal>
  );
}
