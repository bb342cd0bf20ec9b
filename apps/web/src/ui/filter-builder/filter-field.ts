import type { FieldInfo } from '@quarry/filters';

/** A data point as the filter builder offers it. */
export interface FilterField extends FieldInfo {
  readonly description: string;
  /** Heading under which it is listed, e.g. its data block. */
  readonly group: string;
  /** Values are two-letter country codes: offered by name, and by region. */
  readonly isCountry?: boolean;
}

/** Suggested values of a data point that contain a text, most frequent first. */
export type LoadValues = (
  fieldName: string,
  search: string,
  signal: AbortSignal,
) => Promise<readonly { readonly value: string; readonly count: number }[]>;
