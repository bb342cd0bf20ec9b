import {
  type BlockConfig,
  type ConfigValues,
  type DataBlockConfig,
  findBlockConfig,
  MAX_CONFIG_LABEL,
} from '@quarry/contracts';

const SAVE_AS_NEW = 'Name must be unique to save as new';

function isTaken(label: string, others: readonly DataBlockConfig[]): boolean {
  const normalised = label.trim().toLowerCase();
  return others.some((config) => config.label.trim().toLowerCase() === normalised);
}

/** Why a label cannot be saved; null if it can. `configs` are the block's; `configId` is the one with this label. */
export function labelProblem(
  label: string,
  configs: readonly DataBlockConfig[],
  configId: string | null,
): string | null {
  if (label.trim() === '') return 'Please provide a unique name for this data point';
  if (label.trim().length > MAX_CONFIG_LABEL) return `A name can have at most ${MAX_CONFIG_LABEL} characters`;
  const others = configs.filter((config) => config.configId !== configId);
  return isTaken(label, others) ? 'Name must be unique' : null;
}

/** Why a draft cannot be saved as a new configuration under this label; null if it can. */
export function saveAsNewProblem(label: string, configs: readonly DataBlockConfig[]): string | null {
  const problem = labelProblem(label, configs, null);
  return problem === null || !isTaken(label, configs) ? problem : SAVE_AS_NEW;
}

/** Problems by key of the configuration; '' holds a problem of the whole. */
export function configProblems(blockName: string, config: ConfigValues): ReadonlyMap<string, string> {
  const description = findBlockConfig(blockName);
  return description === undefined ? new Map() : schemaProblems(description, config);
}

export function schemaProblems(description: BlockConfig, config: ConfigValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of description.schema.safeParse(config).error?.issues ?? []) {
    const key = String(path[0] ?? '');
    if (!problems.has(key)) problems.set(key, message);
  }
  return problems;
}
