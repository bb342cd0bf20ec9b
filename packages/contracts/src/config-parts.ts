import { z } from 'zod';

/** The values of a config. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A value of a closed list with its label. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface PartBase {
  readonly label: string;
}

interface PhrasedPart extends PartBase {
  /** The part's text in the summary, with `{}` for the entries: `with {} in the title`. */
  readonly phrase: string;
}

export interface KeywordsPart extends PhrasedPart {
  readonly kind: 'keywords';
  readonly description: string;
  /** Excludes rows that contain any of the keywords. */
  readonly isNegative: boolean;
}

/** Country codes and `region:Name` values. */
export interface CountriesPart extends PhrasedPart {
  readonly kind: 'countries';
}

/** Values of a closed list. */
export interface ChoicesPart extends PhrasedPart {
  readonly kind: 'choices';
  readonly choices: readonly Choice[];
}

/** Open jobs, closed ones or both, stored as two flags. */
export interface OpennessPart extends PartBase {
  readonly kind: 'openness';
}

/** One setting of a config. */
export type ConfigPart = KeywordsPart | CountriesPart | ChoicesPart | OpennessPart;

/** The part of each field of a config schema, registered in `config-fields.ts`. */
export const configParts = z.registry<ConfigPart>();

/** The list under a key, without entries that are not strings. */
export function listOf(config: ConfigValues, key: string): string[] {
  const value = config[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The jobs that a config counts. */
export type Openness = 'open' | 'closed' | 'all';

/** Reads the two job flags as one choice; `open` by default. */
export function opennessOf({ onlyOpenJobs, onlyOldJobs }: ConfigValues): Openness {
  if (onlyOldJobs === true) return 'closed';
  return onlyOpenJobs === false ? 'all' : 'open';
}

export function opennessFlags(openness: Openness): { onlyOpenJobs: boolean; onlyOldJobs: boolean } {
  return { onlyOpenJobs: openness === 'open', onlyOldJobs: openness === 'closed' };
}
