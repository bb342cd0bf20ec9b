import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { declineMarketPublish, type Market, REVIEW_NOTE_MAX } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';

/** Declines a request to publish a market, with a note to the requester. */
export default function DeclineRequest(props: {
  clientName: string;
  market: Pick<Market, 'id' | 'name'>;
  request: NonNullable<Market['publishRequest']>;
  /** Called with the market, or without it if someone else was faster. */
  onDone: (market: Market | null) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { clientName, market, request, onDone, onClose } = props;
  const [note, setNote] = useState('');
  const trimmed = note.trim();
  const decline = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Declining the request…');
      const body = { marketId: market.id, note: trimmed, requestedAt: request.requestedAt };
      try {
        const { item } = await call(declineMarketPublish, body, { client: clientName });
        notifySuccess('Request declined', { id: toast });
        return item;
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'The request was not declined' });
        throw error;
      }
    },
    onSuccess: (item) => {
      onDone(item);
      onClose();
    },
    // The note stays, in case it is needed after all.
    onError: () => onDone(null),
  });
  const disabledReason = trimmed === '' ? 'Say why, so that it can be changed' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (disabledReason === null && !decline.isPending) decline.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Decline request" centered>
      <form onSubmit={submit} noValidate>
        <Text size="sm" mb="sm">
          “{market.name}” is not published. Its draft stays as it is, so that it can be changed and requested again.
        </Text>
        <Textarea
          label="Note"
          description={`${request.requestedBy ?? 'Whoever asked'} and everyone who may approve read it, by mail and on the market.`}
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={REVIEW_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton color="red" loading={decline.isPending} disabledReason={disabledReason} onClick={submit}>
            Decline request
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
