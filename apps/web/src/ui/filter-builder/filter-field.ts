import type { FieldInfo, FieldType, FilterRule, Operator } from '@quarry/filters';
import type { ReactNode } from 'react';

/** A data point as the filter builder offers it. */
export interface FilterField extends FieldInfo {
  readonly description: string;
  /** Heading under which it is listed, e.g. its data block. */
  readonly group: string;
  /** Values are two-letter country codes: offered by name, and by region. */
  readonly isCountry?: boolean;
  /** How a stored value reads, where people read something else than what is stored. */
  readonly nameValue?: (value: string) => string;
  /** What a person typed or pasted as it is stored, where values are stored under other texts than people read. */
  readonly storedValue?: (text: string) => string;
  /** The operators that make sense here, where not all of its type do. */
  readonly operators?: ReadonlySet<Operator>;
}

/** A suggested value; the count is null where nobody has counted. */
export interface CountedValue {
  readonly value: string;
  readonly count: number | null;
}

/** Suggested values of a data point that contain a text, most frequent first. */
export type LoadValues = (fieldName: string, search: string, signal: AbortSignal) => Promise<readonly CountedValue[]>;

/** What a person chose for a rule. */
export interface ChosenField {
  readonly field: string;
  readonly type: FieldType;
  readonly configId?: string;
}

/** What the part of a rule that chooses its data point gets. */
export interface FieldChoice {
  readonly rule: FilterRule;
  /** The place of the rule in its tree, e.g. `2.1`, for names that people hear. */
  readonly place: string;
  /** Whether the rule's data point is what is wrong with it. */
  readonly isInvalid: boolean;
  /** Chooses a data point: operator and value start anew. */
  readonly onChoose: (chosen: ChosenField) => void;
}

/** Draws the part of a rule that chooses its data point. */
export type RenderFieldChoice = (choice: FieldChoice) => ReactNode;
