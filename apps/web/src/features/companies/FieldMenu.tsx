import { Menu } from '@mantine/core';
import type { SchemaField } from '@quarry/contracts';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconFilter,
  IconPencil,
  IconReportSearch,
  IconTrash,
} from '@tabler/icons-react';
import { usePermission } from '../../lib/client-context.tsx';
import { useAddProblem } from '../data-points/use-add-problem.ts';
import type { ExplorerState } from '../datasets/explorer-state.ts';
import { isRenameable } from '../datasets/fields.ts';

/** The column-menu entries of a data point. Choosing the applied sort again resets it. */
export default function FieldMenu(props: {
  field: SchemaField | undefined;
  state: ExplorerState;
  onSort: (fieldName: string, direction: 'asc' | 'desc') => void;
  onExplore: (fieldName: string) => void;
  onRename: (fieldName: string) => void;
  onFilter: (field: SchemaField) => void;
  onRemove: (fieldName: string) => void;
}) {
  const isAdmin = usePermission('ADMIN');
  const isAllowedToAdd = useAddProblem() === null;
  const { field, state } = props;
  if (!field) return null;
  const { fieldName } = field;
  const applied = state.sortBy === fieldName ? state.sortDirection : null;
  const canRemove = isAllowedToAdd && isRenameable(field);
  const tick = <IconCheck size={16} aria-label="applied" />;
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={16} aria-hidden="true" />}
        rightSection={applied === 'asc' ? tick : null}
        onClick={() => props.onSort(fieldName, 'asc')}
      >
        Sort Ascending
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} aria-hidden="true" />}
        rightSection={applied === 'desc' ? tick : null}
        onClick={() => props.onSort(fieldName, 'desc')}
      >
        Sort Descending
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconFilter size={16} aria-hidden="true" />} onClick={() => props.onFilter(field)}>
        Filter by this
      </Menu.Item>
      <Menu.Item
        leftSection={<IconReportSearch size={16} aria-hidden="true" />}
        onClick={() => props.onExplore(fieldName)}
      >
        Explore data point
      </Menu.Item>
      {isAdmin && isRenameable(field) && (
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => props.onRename(fieldName)}>
          Rename data point
        </Menu.Item>
      )}
      {canRemove && (
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => props.onRemove(fieldName)}>
          Remove data point
        </Menu.Item>
      )}
    </>
  );
}
