import { Slider, TextInput } from '@mantine/core';
import { MAX_RULE_SCORE } from '@quarry/contracts';
import { useState } from 'react';
import { impactLabel } from './impact-label.ts';
import classes from './scoring.module.css';

const MARKS = [{ value: -MAX_RULE_SCORE }, { value: 0 }, { value: MAX_RULE_SCORE }];

/** The points of a rule, by slider or as a number, and what they mean. */
export function RulePoints(props: { place: number; score: number; onChange: (score: number) => void }) {
  const { place, score, onChange } = props;
  // What is typed may not be a number yet, such as a minus.
  const [text, setText] = useState<string | null>(null);
  const label = impactLabel(score);
  function type(next: string) {
    setText(next);
    const typed = Number(next);
    const isScore = next.trim() !== '' && Number.isInteger(typed) && Math.abs(typed) <= MAX_RULE_SCORE;
    if (isScore && typed !== score) onChange(typed);
  }
  return (
    <div className={classes.points}>
      <Slider
        className={classes.slider}
        size="sm"
        min={-MAX_RULE_SCORE}
        max={MAX_RULE_SCORE}
        step={1}
        startPointValue={0}
        marks={MARKS}
        label={null}
        value={score}
        onChange={onChange}
        thumbLabel={`Points of rule ${place}`}
        thumbValueText={`${score}, ${label}`}
      />
      <TextInput
        className={classes.number}
        size="xs"
        type="number"
        min={-MAX_RULE_SCORE}
        max={MAX_RULE_SCORE}
        step={1}
        aria-label={`Points of rule ${place} as a number`}
        value={text ?? String(score)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setText(null)}
      />
      <span className={classes.impact}>{label}</span>
    </div>
  );
}
