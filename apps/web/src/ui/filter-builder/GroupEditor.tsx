import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import { type FilterGroup, isGroup } from '@quarry/filters';
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePopup } from '../popup/use-popup.ts';
import { useBuilder } from './builder-context.tsx';
import classes from './filter-builder.module.css';
import { addNode, blankGroup, blankRule, canNest, removeNode, updateGroup } from './filter-tree.ts';
import { RuleEditor } from './RuleEditor.tsx';

const loadMenu = () => import('./GroupMenu.tsx');
const GroupMenu = lazy(loadMenu);

const COMBINATORS = [
  { value: 'and', label: 'All' },
  { value: 'or', label: 'Any' },
];

/** A group: its combinator, its conditions, and buttons to add more. */
export function GroupEditor({ group, depth, place }: { group: FilterGroup; depth: number; place?: string }) {
  const { root, onChange, name: rootName } = useBuilder();
  const menu = usePopup({ kind: 'menu', load: loadMenu });
  const { id, combinator } = group;
  const isRoot = depth === 1;
  const word = combinator === 'and' ? 'And' : 'Or';
  const name = isRoot ? rootName : `Group ${place}`;
  return (
    <fieldset className={isRoot ? classes.root : classes.group} aria-label={name} data-rule={id}>
      <div className={classes.groupHead}>
        {isRoot && (
          <Button size="xs" variant="transparent" disabled className={classes.where}>
            Where
          </Button>
        )}
        {group.not === true && <span className={classes.not}>not</span>}
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
        <ActionIcon {...menu.trigger} className={classes.end} aria-label={`Options of ${name.toLowerCase()}`}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
        <Suspense>
          {menu.hasOpened && (
            <GroupMenu
              popup={menu.popup}
              isNegated={group.not === true}
              onNegate={() => onChange(updateGroup(root, id, (old) => ({ ...old, not: old.not !== true })))}
            />
          )}
        </Suspense>
        {!isRoot && (
          <ActionIcon aria-label={`Delete ${name.toLowerCase()}`} onClick={() => onChange(removeNode(root, id))}>
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
                <span className={classes.joiner} aria-hidden="true">
                  {index > 0 ? combinator : ''}
                </span>
                <div>
                  {isGroup(node) ? (
                    <GroupEditor group={node} depth={depth + 1} place={at} />
                  ) : (
                    <RuleEditor rule={node} place={at} />
                  )}
                </div>
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
