import type { FilterGroup, FilterRule } from '@quarry/filters';
import { createContext, type ReactNode, useContext } from 'react';
import type { FilterField, LoadValues, RenderFieldChoice } from './filter-field.ts';

/** What every part of the builder needs. */
export interface Builder {
  readonly root: FilterGroup;
  readonly onChange: (root: FilterGroup) => void;
  /** How people call the whole tree. */
  readonly name: string;
  /** The data point of a rule; undefined when it is not chosen, or not known. */
  readonly findField: (rule: FilterRule) => FilterField | undefined;
  readonly renderFieldChoice: RenderFieldChoice;
  /** Why rules are broken, by rule id. */
  readonly problems: ReadonlyMap<string, string>;
  /** What else there is to say about rules, by rule id. */
  readonly ruleNotes: ReadonlyMap<string, ReactNode>;
  readonly loadValues: LoadValues;
  /** What suggested values depend on beside the data point and the text. */
  readonly valuesKey: string;
  /** Whether staff-only operators are offered. */
  readonly isStaff: boolean;
}

/** Hands the builder to its parts. */
export const BuilderContext = createContext<Builder | null>(null);

/** The builder around a part of it. */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('Parts of the filter builder only work inside it');
  return builder;
}
