import { Button, CloseButton } from '@mantine/core';
import type { CompanyTab, SchemaField } from '@quarry/contracts';
import { describeFilter, type FilterNode, isGroup } from '@quarry/filters';
import { Fragment, type ReactNode, useMemo } from 'react';
import { HintArea } from '../../ui/table/HintArea.tsx';
import { type ExplorerState, TAB_LABELS } from '../datasets/explorer-state.ts';
import { nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import classes from './active-filters.module.css';

/** Search, tab and conditions of the result as removable chips. */
export function ActiveFilters(props: {
  state: ExplorerState;
  schema: readonly SchemaField[];
  tagNames: TagNames;
  /** False if the page has tabs. */
  showTab: boolean;
  /** Stands before the filters and says what they belong to. */
  lead: ReactNode;
  onRemove: (ruleId: string) => void;
  onSearch: (search: string) => void;
  onTab: (tab: CompanyTab) => void;
  onClear: () => void;
}) {
  const { filters, search, tab } = props.state;
  const fields = useMemo(
    () => new Map(toFilterFields(props.schema).map((field) => [field.fieldName, field])),
    [props.schema],
  );
  const nameValue = useMemo(() => nameRuleValue(props.schema, props.tagNames), [props.schema, props.tagNames]);
  const isTabVisible = props.showTab && tab !== 'ALL';
  const isFiltered = filters !== null || search !== '' || isTabVisible;
  if (!isFiltered && !props.lead) return null;
  const describe = (node: FilterNode) =>
    describeFilter(isGroup(node) ? node : { id: node.id, combinator: 'and', rules: [node] }, fields, { nameValue });
  return (
    <HintArea className={classes.bar} data-testid="active-filters">
      {props.lead}
      <ul className={classes.list} aria-label="Active filters">
        {search !== '' && <Chip text={`Name or domain contains “${search}”`} onRemove={() => props.onSearch('')} />}
        {isTabVisible && <Chip text={TAB_LABELS[tab]} onRemove={() => props.onTab('ALL')} />}
        {filters?.not && <li className={classes.joiner}>not</li>}
        {filters?.rules.map((node, index) => (
          <Fragment key={node.id}>
            {index > 0 && <li className={classes.joiner}>{filters.combinator}</li>}
            <Chip text={describe(node)} onRemove={() => props.onRemove(node.id)} />
          </Fragment>
        ))}
      </ul>
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={props.onClear}>
          Clear filters
        </Button>
      )}
    </HintArea>
  );
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li className={classes.chip}>
      <span className={classes.text} data-hint-overflow="">
        {text}
      </span>
      <CloseButton size={20} iconSize={14} aria-label={`Remove filter: ${text}`} onClick={onRemove} />
    </li>
  );
}
