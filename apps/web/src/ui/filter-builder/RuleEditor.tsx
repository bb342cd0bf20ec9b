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
import { useEffect, useId, useRef, useState } from 'react';
import { useBuilder } from './builder-context.tsx';
import classes from './filter-builder.module.css';
import { removeNode, updateRule, withField, withOperator } from './filter-tree.ts';
import { ValueEditor } from './ValueEditor.tsx';

/** A closing dialog returns the focus first. */
const FOCUS_AFTER_MS = 50;

/** Focuses a condition's value, or its operator if it takes none. */
export function focusRule(rule: HTMLElement | null): void {
  const controls = [...(rule?.querySelectorAll<HTMLElement>('input, select') ?? [])];
  const inValue = controls.find((control) => control.closest('[data-value]') !== null);
  (inValue ?? controls[0] ?? rule?.querySelector<HTMLElement>('button'))?.focus();
}

/** One condition: data point, operator and value; an invalid one is outlined and says why. */
export function RuleEditor({ rule, place }: { rule: FilterRule; place: string }) {
  const { root, onChange, findField, renderFieldChoice, problems, ruleNotes, hasNotes, isStaff } = useBuilder();
  const problemId = useId();
  const field = findField(rule);
  const problem = problems.get(rule.id);
  const note = ruleNotes.get(rule.id);
  const operators = field
    ? operatorsFor(field.type, { staff: isStaff }).filter((name) => field.operators?.has(name) !== false)
    : [];
  const operator = isOperator(rule.operator) ? rule.operator : null;
  const change = (update: (old: FilterRule) => FilterRule) => onChange(updateRule(root, rule.id, update));
  const kind = operator === null ? null : operatorInfo(operator).valueKind;
  const element = useRef<HTMLDivElement>(null);
  // A condition that was just made of a data point continues with its value, once the picker has returned the focus.
  const [seenField, setSeenField] = useState(rule.field);
  const isFresh = seenField !== rule.field && rule.field !== '';
  useEffect(() => {
    if (!isFresh) return;
    const timer = window.setTimeout(() => {
      setSeenField(rule.field);
      focusRule(element.current);
    }, FOCUS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [isFresh, rule.field]);
  return (
    <div
      ref={element}
      data-rule={rule.id}
      className={classes.rule}
      role="group"
      aria-label={`Condition ${place}`}
      aria-describedby={problem ? problemId : undefined}
      data-broken={problem !== undefined || undefined}
    >
      <div className={classes.ruleLine}>
        {renderFieldChoice({
          rule,
          place,
          isInvalid: problem !== undefined && field === undefined,
          onChoose: (chosen) => change((old) => withField(old, chosen)),
        })}
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
      </div>
      {field && operator !== null && kind !== 'none' && (
        <div className={classes.ruleValue} data-value>
          <ValueEditor
            key={`${field.fieldName}:${kind}`}
            field={field}
            operator={operator}
            value={rule.value ?? null}
            onChange={(value: RuleValue) => change((old) => ({ ...old, value }))}
          />
        </div>
      )}
      <ActionIcon
        className={classes.ruleDelete}
        aria-label={`Delete condition ${place}`}
        onClick={() => onChange(removeNode(root, rule.id))}
      >
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
      {problem && (
        <Text id={problemId} size="xs" c="var(--mantine-color-error)" role="alert" className={classes.ruleRest}>
          {problem}
        </Text>
      )}
      {hasNotes && field && <div className={`${classes.ruleRest} ${classes.note}`}>{note}</div>}
    </div>
  );
}
