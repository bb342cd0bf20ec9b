import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { type Integration, MATCH_RULES, type RecordType, resolveMatches } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { plural } from '../../../lib/format.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { integrationJobsKey } from '../queries.ts';

type Rule = (typeof MATCH_RULES)[number];

const RULES: Readonly<Record<Rule, { readonly label: string; readonly description: string }>> = {
  OLDEST: { label: 'The oldest', description: 'The record that was created first' },
  MOST_RECENTLY_ACTIVE: { label: 'The most recently active', description: 'The record that was changed last' },
  MOST_CONTACTS: { label: 'The one with most contacts', description: 'For companies; of equals, the oldest' },
};

/** Chooses among the candidates of all ambiguous records by one rule. */
export default function ResolveAll(props: {
  integration: Integration;
  recordType: RecordType;
  /** How many, with their noun. */
  records: string;
  onClose: () => void;
}) {
  useReturnFocus();
  const { integration, recordType, records, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const [rule, setRule] = useState<Rule>('OLDEST');
  const offered = MATCH_RULES.filter((one) => recordType === 'company' || one !== 'MOST_CONTACTS');
  const resolving = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Choosing records…');
      try {
        const { resolved } = await call(
          resolveMatches,
          { integrationId: integration.id, recordType, rule },
          { client: clientName },
        );
        notifySuccess(`${plural(resolved, 'record')} chosen. The next sync updates them.`, { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'The records could not be chosen' });
      }
      await cache.invalidateQueries({ queryKey: integrationJobsKey(clientName) });
    },
    onSettled: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`Choose for all ${records}`} centered>
      <Radio.Group
        label="Of each record's candidates, use"
        value={rule}
        onChange={(value) => setRule(offered.find((one) => one === value) ?? rule)}
      >
        <Stack gap="xs" mt={6}>
          {offered.map((one) => (
            <Radio key={one} value={one} label={RULES[one].label} description={RULES[one].description} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={resolving.isPending} onClick={() => resolving.mutate()}>
          Choose
        </Button>
      </Group>
    </Modal>
  );
}
