import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import {
  addCompaniesToSegment,
  createSegmentFromCompanies,
  MAX_INCLUDED_DOMAINS,
  SEGMENT_NAME_MAX,
} from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { clientQuery } from '../../../lib/client-context.tsx';
import { formatNumber, plural } from '../../../lib/format.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { allSegmentsQuery, SHOWN_CHOICES, segmentsKey, takesCompanies } from '../../datasets/segment-queries.ts';
import { type SelectedCompanies, toCompanySelection } from './selection.ts';

/** Asks for the segment of the selected companies: a new static one, or an existing list of companies. */
export default function AddToSegmentDialog(props: {
  selected: SelectedCompanies;
  onDone: () => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { selected, onDone, onClose } = props;
  const { clientName } = selected.dataset;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const segments = useQuery(allSegmentsQuery(clientName));
  const lists = segments.data?.filter(takesCompanies) ?? [];
  const [isNew, setNew] = useState(true);
  const [name, setName] = useState('');
  const [segmentId, setSegmentId] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: async () => {
      const companies = toCompanySelection(selected);
      const options = { client: clientName };
      if (isNew || segmentId === null) {
        const { item } = await call(createSegmentFromCompanies, { name: name.trim(), companies }, options);
        return { item, text: `Segment ${item.name} added` };
      }
      const { item, addedCnt } = await call(addCompaniesToSegment, { segmentId, companies }, options);
      return { item, text: `${plural(addedCnt, 'company', 'companies')} added to ${item.name}` };
    },
    onSuccess: ({ item, text }) => {
      void cache.invalidateQueries({ queryKey: segmentsKey(clientName) });
      // The account knows the names of its segments.
      void cache.invalidateQueries(clientQuery(clientName));
      const onClick = () =>
        void navigate({
          to: '/app/$clientName/segments/view/$segmentId',
          params: { clientName, segmentId: item.id },
          search: {},
        });
      notifySuccess(text, { action: { label: 'View segment', onClick } });
      onClose();
      onDone();
    },
  });
  const reason =
    selected.count > MAX_INCLUDED_DOMAINS
      ? `A segment of chosen companies holds at most ${formatNumber(MAX_INCLUDED_DOMAINS)}`
      : isNew
        ? name.trim() === ''
          ? 'Please provide a name for the segment'
          : null
        : segmentId === null
          ? 'Choose a segment first'
          : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason === null && !add.isPending) add.mutate();
  }
  return (
    <Modal opened onClose={onClose} title="Add to segment" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{plural(selected.count, 'company', 'companies')} selected</Text>
          <SegmentedControl
            aria-label="Which segment"
            data={[
              { value: 'new', label: 'New segment' },
              { value: 'existing', label: 'Existing segment' },
            ]}
            value={isNew ? 'new' : 'existing'}
            onChange={(value) => {
              add.reset();
              setNew(value === 'new');
            }}
          />
          {isNew ? (
            <TextInput
              label="Name"
              data-autofocus
              autoComplete="off"
              maxLength={SEGMENT_NAME_MAX}
              description="A static segment of exactly these companies"
              value={name}
              onChange={(event) => {
                add.reset();
                setName(event.currentTarget.value);
              }}
            />
          ) : (
            <Select
              label="Segment"
              description="Lists of companies without filters"
              placeholder={segments.isPending ? 'Loading segments…' : 'Choose a segment'}
              nothingFoundMessage="No segment is a list of companies"
              searchable
              limit={SHOWN_CHOICES}
              data={lists.map((segment) => ({ value: segment.id, label: segment.name }))}
              value={segmentId}
              error={segments.isError ? messageOf(segments.error) : null}
              onChange={(value) => {
                add.reset();
                setSegmentId(value);
              }}
            />
          )}
          {add.isError && (
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Error saving segment" role="alert">
              {messageOf(add.error)}
            </Alert>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton loading={add.isPending} disabledReason={reason} onClick={submit}>
            {isNew ? 'Create segment' : 'Add companies'}
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
