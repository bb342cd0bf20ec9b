import { ActionIcon, Button, CloseButton } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import { describeFilter, type FilterNode, isGroup } from '@quarry/filters';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, useMemo } from 'react';
import { plural } from '../../lib/format.ts';
import { HintArea } from '../../ui/table/HintArea.tsx';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { COMPANY_ID_FIELD, nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import classes from './active-filters.module.css';

/** Search and conditions of the result as removable chips. */
export function ActiveFilters(props: {
  state: ExplorerState;
  schema: readonly SchemaField[];
  tagNames: TagNames;
  /** Stands before the filters and says what they belong to. */
  lead: ReactNode;
  /** Opens a condition for editing. */
  onEdit: (ruleId: string) => void;
  /** Starts a new condition. */
  onAdd: () => void;
  onRemove: (ruleId: string) => void;
  onSearch: (search: string) => void;
  onClear: () => void;
}) {
  const { filters, search } = props.state;
  const fields = useMemo(
    () => new Map(toFilterFields(props.schema).map((field) => [field.fieldName, field])),
    [props.schema],
  );
  const nameValue = useMemo(() => nameRuleValue(props.schema, props.tagNames), [props.schema, props.tagNames]);
  const isFiltered = filters !== null || search !== '';
  if (!isFiltered && !props.lead) return <span className={classes.bar} />;
  const describe = (node: FilterNode) =>
    describeChosen(node) ??
    describeFilter(isGroup(node) ? node : { id: node.id, combinator: 'and', rules: [node] }, fields, { nameValue });
  return (
    <HintArea className={classes.bar} data-own-row={Boolean(props.lead) || undefined} data-testid="active-filters">
      {props.lead}
      <ul className={classes.list} aria-label="Active filters">
        {search !== '' && <Chip text={`Name or domain contains “${search}”`} onRemove={() => props.onSearch('')} />}
        {filters?.not && <li className={classes.joiner}>not</li>}
        {filters?.rules.map((node, index) => (
          <Fragment key={node.id}>
            {index > 0 && <li className={classes.joiner}>{filters.combinator}</li>}
            <Chip text={describe(node)} onEdit={() => props.onEdit(node.id)} onRemove={() => props.onRemove(node.id)} />
          </Fragment>
        ))}
      </ul>
      {isFiltered && (
        <ActionIcon size={24} aria-label="Add a filter" title="Add a filter" onClick={props.onAdd}>
          <IconPlus size={14} aria-hidden="true" />
        </ActionIcon>
      )}
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={props.onClear}>
          Clear filters
        </Button>
      )}
    </HintArea>
  );
}

/** Ids say nothing to people, their number does. */
function describeChosen(node: FilterNode): string | null {
  if (isGroup(node) || node.field !== COMPANY_ID_FIELD || node.operator !== 'isOneOf') return null;
  return Array.isArray(node.value) ? plural(node.value.length, 'chosen company', 'chosen companies') : null;
}

function Chip({ text, onEdit, onRemove }: { text: string; onEdit?: () => void; onRemove: () => void }) {
  return (
    <li className={classes.chip}>
      {onEdit ? (
        <button type="button" className={classes.text} data-hint-overflow="" onClick={onEdit}>
          {text}
        </button>
      ) : (
        <span className={classes.text} data-hint-overflow="">
          {text}
        </span>
      )}
      <CloseButton size={24} iconSize={14} aria-label={`Remove filter: ${text}`} onClick={onRemove} />
    </li>
  );
}
