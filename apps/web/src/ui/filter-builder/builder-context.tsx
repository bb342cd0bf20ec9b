import type { FilterGroup, FilterRule } from '@quarry/filters';
import { createContext, type ReactNode, useContext } from 'react';
import type { FilterField, LoadValues, RenderFieldChoice } from './filter-field.ts';

export interface Builder {
  readonly root: FilterGroup;
  readonly onChange: (root: FilterGroup) => void;
  /** The accessible name of the root group. */
  readonly name: string;
  /** The data point of a rule; undefined if not chosen or unknown. */
  readonly findField: (rule: FilterRule) => FilterField | undefined;
  readonly renderFieldChoice: RenderFieldChoice;
  /** Validation errors by rule id. */
  readonly problems: ReadonlyMap<string, string>;
  /** Notes below the rules, by rule id. */
  readonly ruleNotes: ReadonlyMap<string, ReactNode>;
  /** Reserves room for notes below the rules. */
  readonly hasNotes: boolean;
  readonly loadValues: LoadValues;
  /** Suggested values are reloaded when this changes. */
  readonly valuesKey: string;
  /** Offers staff-only operators. */
  readonly isStaff: boolean;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('useBuilder must be used inside FilterBuilder');
  return builder;
}
