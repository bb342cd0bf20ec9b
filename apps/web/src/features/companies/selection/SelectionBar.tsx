import { Button, CloseButton, Text } from '@mantine/core';
import { formatNumber } from '../../../lib/format.ts';
import type { SelectedCompanies } from './selection.ts';
import { SELECTION_ACTIONS } from './selection-actions.ts';
import classes from './selection-bar.module.css';

/** The number of selected companies and the actions on them, below the table. */
export default function SelectionBar(props: {
  selected: SelectedCompanies;
  /** All companies that the search finds; null while they are counted. */
  total: number | null;
  onSelectAll: () => void;
  onClear: () => void;
}) {
  const { selected, total, onClear } = props;
  const canSelectAll = selected.companyIds !== null && total !== null && total > selected.count;
  return (
    <div className={classes.bar}>
      <section className={classes.content} aria-label="Selection">
        <Text size="sm" fw={600} role="status">
          {selected.companyIds === null
            ? `All ${formatNumber(selected.count)} matching selected`
            : `${formatNumber(selected.count)} selected`}
        </Text>
        {canSelectAll && (
          <Button variant="subtle" size="compact-sm" onClick={props.onSelectAll}>
            Select all {formatNumber(total)} matching
          </Button>
        )}
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
        <div className={classes.actions} role="group" aria-label="Actions on the selection">
          {SELECTION_ACTIONS.map((Action, at) => (
            <Action key={at} selected={selected} onDone={onClear} />
          ))}
        </div>
      </section>
    </div>
  );
}
