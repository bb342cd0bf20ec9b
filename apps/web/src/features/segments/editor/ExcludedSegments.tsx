import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { allSegmentsQuery, SHOWN_CHOICES } from '../../datasets/segment-queries.ts';

/** Chooses the segments whose companies are left out; never the edited one. */
export function ExcludedSegments(props: {
  clientName: string;
  segmentId: string | null;
  value: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { data, isPending, error } = useQuery(allSegmentsQuery(props.clientName));
  const others = (data ?? []).filter(({ id }) => id !== props.segmentId);
  const unknown = props.value.filter((id) => !others.some((segment) => segment.id === id));
  return (
    <MultiSelect
      label="Companies of other segments"
      description="Those that are in the segment when this one is computed"
      placeholder={props.value.length > 0 ? '' : isPending ? 'Loading segments…' : 'Choose segments'}
      nothingFoundMessage={isPending ? 'Loading segments…' : 'No segments'}
      searchable
      limit={SHOWN_CHOICES}
      hidePickedOptions
      error={error === null ? null : messageOf(error)}
      data={[
        ...others.map(({ id, name }) => ({ value: id, label: name })),
        ...unknown.map((id) => ({ value: id, label: isPending ? '…' : 'A deleted segment' })),
      ]}
      value={[...props.value]}
      onChange={props.onChange}
    />
  );
}
