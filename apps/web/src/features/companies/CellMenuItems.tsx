import { Menu } from '@mantine/core';
import type { CompanyRow, SchemaField } from '@quarry/contracts';
import { describeFilter, type FilterRule } from '@quarry/filters';
import { IconBuildingSkyscraper, IconCopy, IconFilter } from '@tabler/icons-react';
import { notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { conditionsOnValue } from '../datasets/value-conditions.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** What can be done with a company's value: narrow the filters by it, copy it, or open the company. */
export default function CellMenuItems(props: {
  row: CompanyRow;
  /** The data point; undefined for a column that shows none. */
  field: SchemaField | undefined;
  schema: readonly SchemaField[];
  tagNames: TagNames;
  /** The value as text for the clipboard. */
  copyText: string;
  onFilter: (rule: FilterRule) => void;
  onOpen: () => void;
}) {
  const { row, field, schema } = props;
  const rules = field === undefined ? [] : conditionsOnValue(field, row[field.fieldName] ?? null);
  const fields = new Map(toFilterFields(schema).map((each) => [each.fieldName, each]));
  const nameValue = nameRuleValue(schema, props.tagNames);
  return (
    <>
      {rules.length > 0 && <Menu.Label>Filter by this</Menu.Label>}
      {rules.map((rule) => (
        <Menu.Item key={rule.id} leftSection={<IconFilter {...ICON} />} onClick={() => props.onFilter(rule)}>
          {describeFilter({ id: rule.id, combinator: 'and', rules: [rule] }, fields, { nameValue })}
        </Menu.Item>
      ))}
      {rules.length > 0 && <Menu.Divider />}
      {props.copyText !== '' && (
        <Menu.Item
          leftSection={<IconCopy {...ICON} />}
          onClick={() =>
            void copyToClipboard(props.copyText).then((isCopied) => isCopied && notifySuccess('Value copied'))
          }
        >
          Copy value
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconBuildingSkyscraper {...ICON} />} onClick={props.onOpen}>
        Open company
      </Menu.Item>
    </>
  );
}
