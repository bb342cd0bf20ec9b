import type { FilterGroup } from '@quarry/filters';
import { createContext, useContext } from 'react';
import type { FilterField, LoadValues } from './filter-field.ts';

/** What every part of the builder needs. */
export interface Builder {
  readonly root: FilterGroup;
  readonly onChange: (root: FilterGroup) => void;
  readonly fields: readonly FilterField[];
  readonly fieldsByName: ReadonlyMap<string, FilterField>;
  /** Why rules are broken, by rule id. */
  readonly problems: ReadonlyMap<string, string>;
  readonly loadValues: LoadValues;
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
