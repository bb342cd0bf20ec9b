import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { type CriteriaGroup, MAX_CRITERIA_GROUPS } from '@quarry/contracts';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Hint } from '../../../ui/Hint.tsx';
import { summariseGroup } from './persona-criteria.ts';
import { EMPTY_GROUP, moveGroup } from './persona-draft.ts';
import classes from './personas.module.css';

const CriteriaModal = lazy(() => import('./CriteriaModal.tsx'));

/** The groups of a persona's criteria in order of priority: add, edit, move and remove them. */
export function CriteriaGroups(props: {
  groups: readonly CriteriaGroup[];
  onChange: (groups: readonly CriteriaGroup[]) => void;
}) {
  const { groups, onChange } = props;
  /** The index of the edited group; the length of the list for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <section aria-labelledby="persona-criteria">
      <Title order={3} id="persona-criteria">
        Criteria
      </Title>
      <Text size="sm" c="dimmed">
        People of the first group are taken first; each further group fills up what is missing.
      </Text>
      <ol className={classes.groups} aria-label="Criteria by priority">
        {groups.map((group, index) => {
          const place = index + 1;
          return (
            <li key={`${index} ${JSON.stringify(group)}`} className={classes.group}>
              <span className={classes.place} aria-hidden="true">
                {place}
              </span>
              <span className={classes.groupText}>{summariseGroup(group)}</span>
              <Group gap={2} wrap="nowrap">
                <GroupAction
                  label={`Move group ${place} up`}
                  isDisabled={index === 0}
                  onClick={() => onChange(moveGroup(groups, index, -1))}
                >
                  <IconArrowUp size={16} aria-hidden="true" />
                </GroupAction>
                <GroupAction
                  label={`Move group ${place} down`}
                  isDisabled={place === groups.length}
                  onClick={() => onChange(moveGroup(groups, index, 1))}
                >
                  <IconArrowDown size={16} aria-hidden="true" />
                </GroupAction>
                <GroupAction label={`Edit group ${place}`} onClick={() => setEdited(index)}>
                  <IconPencil size={16} aria-hidden="true" />
                </GroupAction>
                <GroupAction
                  label={`Remove group ${place}`}
                  onClick={() => onChange(groups.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} aria-hidden="true" />
                </GroupAction>
              </Group>
            </li>
          );
        })}
      </ol>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={groups.length >= MAX_CRITERIA_GROUPS}
        onClick={() => setEdited(groups.length)}
      >
        Add criteria
      </Button>
      <Suspense fallback={null}>
        {edited !== null && (
          <CriteriaModal
            title={edited === groups.length ? 'Add criteria' : `Criteria of group ${edited + 1}`}
            group={groups[edited] ?? EMPTY_GROUP}
            onSave={(group) => {
              onChange(edited === groups.length ? [...groups, group] : groups.with(edited, group));
              setEdited(null);
            }}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

function GroupAction(props: { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Hint label={props.label}>
      <ActionIcon size={26} aria-label={props.label} disabled={props.isDisabled ?? false} onClick={props.onClick}>
        {props.children}
      </ActionIcon>
    </Hint>
  );
}
