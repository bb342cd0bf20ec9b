import { datasetBuild } from '#server/features/datasets/build-dataset.ts';
import { datasetUpkeep } from '#server/features/datasets/upkeep.ts';
import type { AnyJobDefinition } from '#server/platform/jobs/jobs.ts';

/** Every kind of long work, one line per room. */
export const jobDefinitions: readonly AnyJobDefinition[] = [datasetBuild, datasetUpkeep];
