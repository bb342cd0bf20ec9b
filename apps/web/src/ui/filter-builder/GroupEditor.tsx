import { ActionIcon, Button, NativeSelect, Text, Tooltip } from '@mantine/core';
import { type FilterGroup, isGroup } from '@quarry/filters';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useBuilder } from './builder-context.tsx';
import classes from './filter-builder.module.css';
import { addNode, blankGroup, blankRule, canNest, removeNode, updateGroup } from './filter-tree.ts';
import { RuleEditor } from './RuleEditor.tsx';

const COMBINATORS = [
  { value: 'and', label: 'All' },
  { value: 'or', label: 'Any' },
];

/** A group: its combinator, its conditions, and buttons to add more. */
export function GroupEditor({ group, depth, place }: { group: FilterGroup; depth: number; place?: string }) {
  const { root, onChange, name: rootName } = useBuilder();
  const { id, combinator } = group;
  const isRoot = depth === 1;
  const word = combinator === 'and' ? 'And' : 'Or';
  const name = isRoot ? rootName : `Group ${place}`;
  return (
    <fieldset className={isRoot ? classes.root : classes.group} aria-label={name}>
      <div className={classes.groupHead}>
        {isRoot && (
          <Button size="xs" variant="default" disabled className={classes.where}>
            Where
          </Button>
        )}
        <Tooltip label="Matches companies that don't meet these conditions">
          <Button
            size="xs"
            variant={group.not ? 'filled' : 'default'}
            aria-pressed={group.not === true}
            onClick={() => onChange(updateGroup(root, id, (old) => ({ ...old, not: old.not !== true })))}
          >
            Not
          </Button>
        </Tooltip>
        <NativeSelect
          size="xs"
          aria-label={`${name}: all (and) or any (or)`}
          data={COMBINATORS}
          value={combinator}
          onChange={(event) => {
            const next = event.currentTarget.value === 'or' ? 'or' : 'and';
            onChange(updateGroup(root, id, (old) => ({ ...old, combinator: next })));
          }}
        />
        <Text size="sm" c="dimmed">
          {combinator === 'and' ? 'conditions are true:' : 'condition is true:'}
        </Text>
        {!isRoot && (
          <ActionIcon
            className={classes.end}
            aria-label={`Delete ${name.toLowerCase()}`}
            onClick={() => onChange(removeNode(root, id))}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      {group.rules.length > 0 && (
        <ol className={classes.nodes}>
          {group.rules.map((node, index) => {
            const at = place === undefined ? String(index + 1) : `${place}.${index + 1}`;
            return (
              <li key={node.id} className={classes.node}>
                {index > 0 && (
                  <span className={classes.joiner} aria-hidden="true">
                    {combinator}
                  </span>
                )}
                {isGroup(node) ? (
                  <GroupEditor group={node} depth={depth + 1} place={at} />
                ) : (
                  <RuleEditor rule={node} place={at} />
                )}
              </li>
            );
          })}
        </ol>
      )}
      <div className={classes.groupFoot}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange(addNode(root, id, blankRule()))}
        >
          {word} condition
        </Button>
        {canNest(root, id) && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => onChange(addNode(root, id, blankGroup(combinator === 'and' ? 'or' : 'and')))}
          >
            {combinator === 'and' ? 'Or' : 'And'} group
          </Button>
        )}
      </div>
    </fieldset>
  );
}
