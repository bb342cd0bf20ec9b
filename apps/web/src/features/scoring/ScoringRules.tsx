import { Alert, Card, Text, TextInput, Title } from '@mantine/core';
import { SCORING_NAME_MAX } from '@quarry/contracts';
import { type ReactNode, useMemo } from 'react';
import { FilterBuilder } from '../../ui/filter-builder/FilterBuilder.tsx';
import type { FilterFields } from '../data-points/use-filter-fields.ts';
import { RulePoints } from './RulePoints.tsx';
import classes from './scoring.module.css';
import { asGroup, fromGroup } from './scoring-draft.ts';
import type { RuleProblems } from './use-rule-problems.ts';
import type { EditedScoring } from './use-scoring-draft.ts';

const FLAT = { addLabel: 'Add rule' };

/** The card that defines a scoring field: its name, and its rules with their points. */
export function ScoringRules(props: {
  edited: EditedScoring;
  filterFields: FilterFields;
  problems: RuleProblems;
  /** Why the saved rules can no longer be computed. */
  problem: string | null;
}) {
  const { edited, filterFields, problems } = props;
  const { draft, setRules } = edited;
  const { rules } = draft;
  const points = useMemo(
    () =>
      new Map<string, ReactNode>(
        rules.map(({ id, score }, index) => [
          id,
          <RulePoints
            key={id}
            place={index + 1}
            score={score}
            onChange={(next) =>
              setRules((old) => old.map((rule) => (rule.id === id ? { ...rule, score: next } : rule)))
            }
          />,
        ]),
      ),
    [rules, setRules],
  );
  return (
    <Card withBorder padding={0} component="section" className={classes.rules} aria-labelledby="scoring-rules">
      <div className={classes.cardHead}>
        <Title order={2} id="scoring-rules">
          Rules
        </Title>
        <Text size="xs" c="dimmed">
          A company's score is the sum of the points of the rules that it meets.
        </Text>
      </div>
      <div className={classes.rulesBody}>
        <TextInput
          className={classes.nameField}
          label="Name"
          maxLength={SCORING_NAME_MAX}
          autoComplete="off"
          value={draft.name}
          error={draft.name.trim() === '' ? 'Name cannot be empty' : null}
          onChange={(event) => edited.setName(event.currentTarget.value)}
        />
        {props.problem !== null && (
          <Alert color="red" title="The scores can't be calculated">
            {props.problem}
          </Alert>
        )}
        <FilterBuilder
          name="Rules"
          flat={FLAT}
          value={asGroup(rules)}
          onChange={(group) => setRules((old) => fromGroup(group, old))}
          fields={filterFields.fields}
          loadValues={filterFields.loadValues}
          valuesKey={filterFields.valuesKey}
          problems={problems.visible}
          ruleNotes={points}
        />
      </div>
    </Card>
  );
}
