import { z } from 'zod';

/** The content of a configuration, as its block's schema has it. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A value of a closed list: what is stored and what people read. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface PartBase {
  readonly label: string;
}

interface PhrasedPart extends PartBase {
  /** The part of the summary, `{}` standing for the entries: `with {} in the title`. */
  readonly phrase: string;
}

/** A list of keywords. */
export interface KeywordsPart extends PhrasedPart {
  readonly kind: 'keywords';
  readonly description: string;
  /** Rows in which any of these occurs are left out. */
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

/** Open jobs, closed ones or both, kept as two flags. */
export interface OpennessPart extends PartBase {
  readonly kind: 'openness';
}

/** One thing to set in a configuration. */
export type ConfigPart = KeywordsPart | CountriesPart | ChoicesPart | OpennessPart;

/** The parts that the fields of config schemas describe; the makers in `config-fields.ts` register them. */
export const configParts = z.registry<ConfigPart>();

/** The list under a key, without entries that are not texts. */
export function listOf(config: ConfigValues, key: string): string[] {
  const value = config[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Which jobs a configuration counts. */
export type Openness = 'open' | 'closed' | 'all';

/** Reads the two flags of jobs as one choice; without flags it is `open`. */
export function opennessOf({ onlyOpenJobs, onlyOldJobs }: ConfigValues): Openness {
  if (onlyOldJobs === true) return 'closed';
  return onlyOpenJobs === false ? 'all' : 'open';
}

/** A choice of jobs as the two flags that stand for it. */
export function opennessFlags(openness: Openness): { onlyOpenJobs: boolean; onlyOldJobs: boolean } {
  return { onlyOpenJobs: openness === 'open', onlyOldJobs: openness === 'closed' };
}
