import type { FieldInfo, FieldType, FilterRule, Operator } from '@quarry/filters';
import type { ReactNode } from 'react';

/** A data point as the filter builder offers it. */
export interface FilterField extends FieldInfo {
  readonly description: string;
  /** The heading it is listed under, e.g. its data block. */
  readonly group: string;
  /** Other words that people search it by, in lower case. */
  readonly synonyms?: readonly string[];
  /** Values are two-letter country codes, offered by name and by region. */
  readonly isCountry?: boolean;
  /** Values count rows behind the data point. */
  readonly isCount?: boolean;
  /** The label of a stored value, if it differs from the value. */
  readonly nameValue?: (value: string) => string;
  /** The stored value of a typed or pasted label, if the two differ. */
  readonly parseValue?: (text: string) => string;
  /** The allowed operators, if not all operators of its type are. */
  readonly operators?: ReadonlySet<Operator>;
}

/** A suggested value; the count is null if unknown. */
export interface CountedValue {
  readonly value: string;
  readonly count: number | null;
}

/** Loads a data point's values that contain a text, most frequent first. */
export type LoadValues = (fieldName: string, search: string, signal: AbortSignal) => Promise<readonly CountedValue[]>;

/** What the picker offers beyond the data points, such as one that can be added. */
export interface FieldSuggestion {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

export interface FieldSuggestions {
  readonly heading: string;
  /** The suggestions for a typed text. */
  readonly find: (search: string) => readonly FieldSuggestion[];
  readonly onChoose: (id: string) => void;
}

export interface ChosenField {
  readonly field: string;
  readonly type: FieldType;
  readonly configId?: string | undefined;
  /** Values count something, so that a condition starts with at least one. */
  readonly isCount?: boolean | undefined;
}

/** The props of a rule's data point picker. */
export interface FieldChoice {
  readonly rule: FilterRule;
  /** The rule's position in its tree, e.g. `2.1`, for accessible names. */
  readonly place: string;
  /** True if the rule's data point is missing or unknown. */
  readonly isInvalid: boolean;
  /** Chooses a data point and resets operator and value. */
  readonly onChoose: (chosen: ChosenField) => void;
}

/** Renders a rule's data point picker. */
export type RenderFieldChoice = (choice: FieldChoice) => ReactNode;
