import { type ConfigForm, configForm } from './config-forms.ts';

/** The content of a configuration, as its block's own schema has it. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** The list under a name; anything else than texts in it is no part of it. */
export function listOf(config: ConfigValues, key: string): string[] {
  const value = config[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Which jobs a configuration counts: `open` is what is meant when nothing is said. */
export type Openness = 'open' | 'closed' | 'all';

/** The two flags of jobs as the one choice that they mean. */
export function opennessOf({ onlyOpenJobs, onlyOldJobs }: ConfigValues): Openness {
  if (onlyOldJobs === true) return 'closed';
  return onlyOpenJobs === false ? 'all' : 'open';
}

/** A choice of jobs as the two flags that stand for it. */
export function opennessFlags(openness: Openness): { onlyOpenJobs: boolean; onlyOldJobs: boolean } {
  return { onlyOpenJobs: openness === 'open', onlyOldJobs: openness === 'closed' };
}

/** A configuration with everything that its block knows and nothing else, so that two of them can be compared. */
export function completeConfig(blockName: string, config: ConfigValues): ConfigValues {
  const form = configForm(blockName);
  return form === undefined ? config : complete(form, config);
}

function complete(form: ConfigForm, config: ConfigValues): ConfigValues {
  const values = form.parts.map((part): ConfigValues => {
    if (part.kind === 'openness') return opennessFlags(opennessOf(config));
    return { [part.key]: listOf(config, part.key) };
  });
  return Object.assign({}, ...values);
}
