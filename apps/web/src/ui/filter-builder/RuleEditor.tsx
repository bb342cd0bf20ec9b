import { ActionIcon, Select, Text } from '@mantine/core';
import {
  type FilterRule,
  isOperator,
  operatorInfo,
  operatorLabel,
  operatorsFor,
  type RuleValue,
} from '@quarry/filters';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useBuilder } from './builder-context.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import classes from './filter-builder.module.css';
import { removeNode, updateRule, withField, withOperator } from './filter-tree.ts';
import { ValueEditor } from './ValueEditor.tsx';

/** One condition: data point, operator, value; outlined with its reason when it is broken. */
export function RuleEditor({ rule, place }: { rule: FilterRule; place: string }) {
  const { root, onChange, fieldsByName, problems, isStaff } = useBuilder();
  const problemId = useId();
  const field = fieldsByName.get(rule.field);
  const problem = problems.get(rule.id);
  const operators = field ? operatorsFor(field.type, { staff: isStaff }) : [];
  const operator = isOperator(rule.operator) ? rule.operator : null;
  const change = (update: (old: FilterRule) => FilterRule) => onChange(updateRule(root, rule.id, update));
  const kind = operator === null ? null : operatorInfo(operator).valueKind;
  return (
    <div
      className={classes.rule}
      role="group"
      aria-label={`Condition ${place}`}
      aria-describedby={problem ? problemId : undefined}
      data-broken={problem !== undefined || undefined}
    >
      <div className={classes.ruleLine}>
        <FieldPicker
          value={rule.field}
          isInvalid={problem !== undefined && field === undefined}
          onChange={(name) => {
            const chosen = fieldsByName.get(name);
            const first = chosen ? operatorsFor(chosen.type, { staff: isStaff })[0] : undefined;
            change((old) => withField(old, name, first ?? ''));
          }}
        />
        {field && (
          <Select
            size="xs"
            className={classes.operator}
            aria-label="Operator"
            placeholder="Operator"
            allowDeselect={false}
            maxDropdownHeight={320}
            data={operators.map((name) => ({ value: name, label: operatorLabel(name, field.type) }))}
            value={operator !== null && operators.includes(operator) ? operator : null}
            onChange={(name) => {
              if (name === null || !isOperator(name) || name === operator) return;
              change((old) => withOperator(old, name, kind === operatorInfo(name).valueKind));
            }}
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          />
        )}
        <ActionIcon
          className={classes.end}
          aria-label={`Delete condition ${place}`}
          onClick={() => onChange(removeNode(root, rule.id))}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      {field && operator !== null && kind !== 'none' && (
        <ValueEditor
          key={`${rule.field}:${kind}`}
          field={field}
          operator={operator}
          value={rule.value ?? null}
          onChange={(value: RuleValue) => change((old) => ({ ...old, value }))}
        />
      )}
      {problem && (
        <Text id={problemId} size="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}
