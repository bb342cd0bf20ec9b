import { ActionIcon, Button, Group, Menu, Progress } from '@mantine/core';
import type { Persona, Segment } from '@quarry/contracts';
import { IconDots, IconEye, IconPencil, IconPlayerStop, IconTrash, IconUserSearch } from '@tabler/icons-react';
import { formatNumber, plural } from '../../../lib/format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { isSearching } from '../segment-state.ts';
import { summariseGroup } from './persona-criteria.ts';
import type { ListedPersona } from './persona-store.ts';
import classes from './personas.module.css';
import { searchBadge } from './search-badge.ts';

/** A persona of a list with the state of its search and its actions. */
export function PersonaRow(props: {
  listed: ListedPersona;
  /** Null while the segment has not been saved. */
  segment: Segment | null;
  isCancelling: boolean;
  onEdit: () => void;
  onPreview: () => void;
  onStart: () => void;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const { listed, segment } = props;
  const { draft, saved } = listed;
  const [first] = draft.criteriaGroups;
  return (
    <li className={classes.persona}>
      <div className={classes.personaText}>
        <div className={classes.personaName}>
          {draft.name}
          {saved !== null && <SearchState persona={saved} />}
        </div>
        <div className={classes.personaFacts}>
          {plural(draft.criteriaGroups.length, 'group')}
          {first === undefined ? '' : ` · ${summariseGroup(first)}`}
        </div>
        {saved !== null && segment !== null && <SearchFacts persona={saved} segment={segment} />}
      </div>
      <Group gap={4} wrap="nowrap">
        {saved !== null &&
          (isSearching(saved) ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
              loading={props.isCancelling}
              aria-label={`Stop the search of ${draft.name}`}
              onClick={props.onCancel}
            >
              Stop
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant={saved.searchStatus === 'COMPLETE' ? 'default' : 'light'}
              leftSection={<IconUserSearch size={16} aria-hidden="true" />}
              disabled={segment?.updateStatus !== 'COMPLETE'}
              aria-label={`Find contacts of ${draft.name}`}
              onClick={props.onStart}
            >
              Find contacts
            </Button>
          ))}
        <Menu position="bottom-end" width={170} withinPortal>
          <Menu.Target>
            <ActionIcon size={26} aria-label={`More actions for ${draft.name}`}>
              <IconDots size={16} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={props.onEdit}>
              Edit persona
            </Menu.Item>
            {segment !== null && (
              <Menu.Item leftSection={<IconEye size={16} aria-hidden="true" />} onClick={props.onPreview}>
                Preview
              </Menu.Item>
            )}
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={props.onDelete}>
              Delete persona
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}

function SearchState({ persona }: { persona: Persona }) {
  const { state, label, hint } = searchBadge(persona);
  return (
    <StateBadge state={state} {...(hint === null ? {} : { tooltip: hint })}>
      {label}
    </StateBadge>
  );
}

function SearchFacts({ persona, segment }: { persona: Persona; segment: Segment }) {
  const { searchProgressCompanies, sizeContacts, searchStatus, searchNote } = persona;
  const total = segment.sizeCompanies;
  return (
    <>
      <div className={classes.personaFacts} role="status">
        {plural(sizeContacts, 'contact')}
        {searchStatus === 'RUNNING' &&
          ` · ${formatNumber(searchProgressCompanies)} of ${plural(total, 'company', 'companies')} searched`}
        {searchNote !== null && ` · ${searchNote}`}
      </div>
      {searchStatus === 'RUNNING' && (
        <Progress
          className={classes.progress}
          size="sm"
          animated
          value={total === 0 ? 0 : Math.min(100, (searchProgressCompanies / total) * 100)}
          aria-label={`Search of ${persona.name}`}
        />
      )}
    </>
  );
}
