import { Checkbox, Paper, Title, VisuallyHidden } from '@mantine/core';
import { type FindingGroup, type ScoreFinding, STRONG_SCORE } from '@quarry/contracts';
import { capitalise, formatNumber, formatPercentage } from '../../lib/format.ts';
import { impactLabel } from '../scoring/impact-label.ts';
import classes from './analysis.module.css';

/** The findings on one field, each with its shares of both sets. */
export function FindingGroupCard(props: {
  group: FindingGroup;
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}) {
  const { group, selected, onSelect } = props;
  const { displayName, findings } = group;
  const ids = findings.map(({ id }) => id);
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <Paper withBorder className={classes.card}>
      <Title order={2} className={classes.cardTitle}>
        {displayName}
      </Title>
      <table className={classes.table} aria-label={`Findings on ${displayName}`}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <Checkbox
                size="xs"
                aria-label={`Select all findings on ${displayName}`}
                checked={count === ids.length}
                indeterminate={count > 0 && count < ids.length}
                onChange={({ currentTarget }) => onSelect(ids, currentTarget.checked)}
              />
            </th>
            <th scope="col">Value</th>
            <th scope="col" className={classes.shares}>
              Targets and others
            </th>
            <th scope="col">Impact</th>
            <th scope="col" className={classes.wide}>
              Confidence
            </th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              isSelected={selected.has(finding.id)}
              onSelect={(isSelected) => onSelect([finding.id], isSelected)}
            />
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

function FindingRow(props: { finding: ScoreFinding; isSelected: boolean; onSelect: (isSelected: boolean) => void }) {
  const { finding, isSelected, onSelect } = props;
  const { value, score, isSignificant, confidence } = finding;
  const isStrong = Math.abs(score) > STRONG_SCORE;
  const sign = score > 0 ? '+' : '−';
  return (
    <tr data-selected={isSelected}>
      <td className={classes.check}>
        <Checkbox
          size="xs"
          aria-label={`Select ${value}`}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <td className={classes.value}>{value}</td>
      <td className={classes.shares}>
        <Share label="targets" share={finding.goodPercentage} count={finding.goodCount} isTarget />
        <Share label="others" share={finding.badPercentage} count={finding.badCount} />
      </td>
      <td className={classes.impact}>
        <span
          className={score > 0 ? classes.positive : classes.negative}
        >{`${sign}${Math.abs(score).toFixed(1)}`}</span>{' '}
        <span>{capitalise(impactLabel(score))}</span>
        {isStrong && <span className={classes.strong}>Strong indicator</span>}
      </td>
      <td className={classes.wide}>
        {formatPercentage(confidence)}
        <div className={classes.muted}>{isSignificant ? 'Significant' : 'May be chance'}</div>
      </td>
    </tr>
  );
}

function Share(props: { label: string; share: number; count: number; isTarget?: boolean }) {
  const { label, share, count, isTarget = false } = props;
  const text = formatPercentage(share);
  return (
    <div className={classes.share} data-hint={`${formatNumber(count)} ${label}`}>
      <span className={classes.track} aria-hidden="true">
        <span className={isTarget ? classes.targetBar : classes.otherBar} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className={classes.shareText}>
        {text}
        <VisuallyHidden component="span">{` of ${label}`}</VisuallyHidden>
      </span>
    </div>
  );
}
