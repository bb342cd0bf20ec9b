import { Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { SEGMENT_NAME_MAX } from '@quarry/contracts';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { SHOWN_CHOICES } from '../../datasets/segment-queries.ts';
import { summariseGroup } from './persona-criteria.ts';
import { draftOf, type PersonaDraft } from './persona-draft.ts';
import classes from './personas.module.css';
import { importablePersonasQuery } from './queries.ts';

/** Chooses a persona of another segment to copy. */
export default function ImportPersona(props: {
  clientName: string;
  /** Null for a new segment. */
  segmentId: string | null;
  onChoose: (persona: PersonaDraft) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(importablePersonasQuery(props.clientName));
  const text = search.trim().toLowerCase();
  const found = data?.filter(
    ({ segment, persona }) =>
      segment.id !== props.segmentId && `${persona.name}\n${segment.name}`.toLowerCase().includes(text),
  );
  return (
    <Modal opened onClose={props.onClose} title="Import persona" size={560} centered>
      <TextInput
        aria-label="Search personas and segments"
        placeholder="Search personas and segments"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        maxLength={SEGMENT_NAME_MAX}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="xs"
      />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : found === undefined ? (
        <LoadingState label="Loading personas" />
      ) : found.length === 0 ? (
        <EmptyState
          title={text === '' ? 'No other segment has personas' : 'No personas match'}
          icon={<IconUserSearch size={28} aria-hidden="true" />}
        />
      ) : (
        <ul className={classes.choices} aria-label="Personas of other segments">
          {found.slice(0, SHOWN_CHOICES).map(({ segment, persona }) => (
            <li key={persona.id}>
              <UnstyledButton className={classes.choice} onClick={() => props.onChoose(draftOf(persona))}>
                <span className={classes.choiceName}>{persona.name}</span>
                <span className={classes.choiceText}>
                  From {segment.name} · {plural(persona.criteriaGroups.length, 'group')}
                  {persona.criteriaGroups[0] === undefined ? '' : `: ${summariseGroup(persona.criteriaGroups[0])}`}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {found !== undefined && found.length > SHOWN_CHOICES && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {SHOWN_CHOICES} of {formatNumber(found.length)}; search to find the others
        </Text>
      )}
    </Modal>
  );
}
