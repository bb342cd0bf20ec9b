import type { FilterGroup, FilterRule } from '@quarry/filters';
import { type ReactNode, useMemo } from 'react';
import { type Builder, BuilderContext } from './builder-context.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import type { FieldSuggestions, FilterField, LoadValues, RenderFieldChoice } from './filter-field.ts';
import { GroupEditor } from './GroupEditor.tsx';
import { RuleList } from './RuleList.tsx';

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();
const NO_NOTES: ReadonlyMap<string, ReactNode> = new Map();

/** A list of data points to pick from, or functions to find and choose them where a name is not enough. */
type Fields =
  | {
      readonly fields: readonly FilterField[];
      /** What the picker offers beyond them. */
      readonly suggestions?: FieldSuggestions | undefined;
      readonly findField?: never;
      readonly renderFieldChoice?: never;
    }
  | {
      readonly fields?: never;
      readonly suggestions?: never;
      readonly findField: (rule: FilterRule) => FilterField | undefined;
      readonly renderFieldChoice: RenderFieldChoice;
    };

/**
 * The product's filter builder: nested groups of conditions. It doesn't know where the filter is used; suggested values
 * come from `loadValues` and validation errors from `problems`.
 */
export function FilterBuilder(
  props: Fields & {
    value: FilterGroup;
    onChange: (value: FilterGroup) => void;
    loadValues: LoadValues;
    /** Suggested values are reloaded when this changes. */
    valuesKey?: string;
    problems?: ReadonlyMap<string, string>;
    /** Notes below the rules, by rule id. */
    ruleNotes?: ReadonlyMap<string, ReactNode>;
    /** The accessible name of the root group. */
    name?: string;
    isStaff?: boolean;
    /** Shows the rules as a list without groups; the label is that of the button that adds one. */
    flat?: { readonly addLabel: string };
  },
) {
  const { value, onChange, loadValues, fields, suggestions, findField, renderFieldChoice } = props;
  const { valuesKey = '', problems = NO_PROBLEMS, ruleNotes = NO_NOTES, name = 'Filters', isStaff = false } = props;
  const hasNotes = props.ruleNotes !== undefined;
  const choice = useMemo((): Pick<Builder, 'findField' | 'renderFieldChoice'> => {
    if (fields === undefined) return { findField, renderFieldChoice };
    const byName = new Map(fields.map((field) => [field.fieldName, field]));
    return {
      findField: (rule) => byName.get(rule.field),
      renderFieldChoice: (choice) => <FieldPicker {...choice} fields={fields} suggestions={suggestions} />,
    };
  }, [fields, suggestions, findField, renderFieldChoice]);
  const builder = useMemo(
    () => ({ root: value, onChange, ...choice, problems, ruleNotes, hasNotes, loadValues, valuesKey, name, isStaff }),
    [value, onChange, choice, problems, ruleNotes, hasNotes, loadValues, valuesKey, name, isStaff],
  );
  return (
    <BuilderContext value={builder}>
      {props.flat ? <RuleList addLabel={props.flat.addLabel} /> : <GroupEditor group={value} depth={1} />}
    </BuilderContext>
  );
}
