import type { FilterGroup } from '@quarry/filters';
import { useMemo } from 'react';
import { BuilderContext } from './builder-context.tsx';
import type { FilterField, LoadValues } from './filter-field.ts';
import { GroupEditor } from './GroupEditor.tsx';

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/**
 * The filter builder of the whole product: nested groups of conditions. It edits a tree and knows nothing of where the
 * tree is used; values come from `loadValues`, reasons of broken rules from `problems`.
 */
export function FilterBuilder(props: {
  value: FilterGroup;
  onChange: (value: FilterGroup) => void;
  fields: readonly FilterField[];
  loadValues: LoadValues;
  problems?: ReadonlyMap<string, string>;
  isStaff?: boolean;
}) {
  const { value, onChange, fields, loadValues, problems = NO_PROBLEMS, isStaff = false } = props;
  const fieldsByName = useMemo(() => new Map(fields.map((field) => [field.fieldName, field])), [fields]);
  const builder = useMemo(
    () => ({ root: value, onChange, fields, fieldsByName, problems, loadValues, isStaff }),
    [value, onChange, fields, fieldsByName, problems, loadValues, isStaff],
  );
  return (
    <BuilderContext value={builder}>
      <GroupEditor group={value} depth={1} />
    </BuilderContext>
  );
}
