import { Button } from '@mantine/core';
import { listRules } from '@quarry/filters';
import { IconPlus } from '@tabler/icons-react';
import { useBuilder } from './builder-context.tsx';
import classes from './filter-builder.module.css';
import { addNode, blankRule } from './filter-tree.ts';
import { RuleEditor } from './RuleEditor.tsx';

/** Conditions that don't depend on each other, and a button to add one. */
export function RuleList({ addLabel }: { addLabel: string }) {
  const { root, onChange, name } = useBuilder();
  const rules = listRules(root);
  return (
    <fieldset className={classes.root} aria-label={name}>
      {rules.length > 0 && (
        <ol className={`${classes.nodes} ${classes.flat}`}>
          {rules.map((rule, index) => (
            <li key={rule.id} className={classes.node}>
              <span className={classes.joiner} aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <RuleEditor rule={rule} place={String(index + 1)} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <div className={classes.groupFoot}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange(addNode(root, root.id, blankRule()))}
        >
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
