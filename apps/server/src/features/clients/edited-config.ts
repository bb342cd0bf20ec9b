import { type ClientConfig, type ConfigProblem, clientConfig, type PartVersions } from '@quarry/contracts';
import { checkConfig } from '#server/features/client-configs/validate-config.ts';
import { versionOf } from './saved-config.ts';

/** The result of merging an editor's parts into the saved config. */
export interface EditedConfig {
  /** The parts that the editor changed. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The parts that somebody else changed as well. */
  readonly conflicts: readonly string[];
  /** Null if the result doesn't have the shape of a config. */
  readonly config: ClientConfig | null;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Merges the parts that an editor sends into the saved config. `versions` are the versions that the editor read; parts
 * that it did not touch stay as they are saved now.
 */
export function mergeConfig(
  saved: ClientConfig,
  sent: Readonly<Record<string, unknown>>,
  versions: PartVersions,
): EditedConfig {
  const current = new Map<string, unknown>(Object.entries(saved));
  const parts: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [part, value] of Object.entries(sent)) {
    const now = current.has(part) ? versionOf(current.get(part)) : undefined;
    const own = versionOf(withDefaults(part, value));
    if (own === now || (now !== undefined && own === versions[part])) continue;
    if (now !== undefined && versions[part] !== now) conflicts.push(part);
    parts[part] = value;
  }
  const unknown = Object.keys(parts).filter((part) => !current.has(part));
  const { config, problems } = checkConfig({ ...saved, ...parts }, saved);
  return { parts, conflicts, config, problems: [...unknown.map(unknownPart), ...problems] };
}

/** A part with its defaults filled in, or unchanged if it is invalid. */
function withDefaults(part: string, value: unknown): unknown {
  const schema = Object.entries(clientConfig.shape).find(([name]) => name === part)?.[1];
  const parsed = schema?.safeParse(value);
  return parsed?.success === true ? parsed.data : value;
}

const unknownPart = (part: string): ConfigProblem => ({
  instancePath: `/${part}`,
  schemaPath: '#/unrecognized_keys',
  message: `A config has no part "${part}"`,
  params: { part },
});
