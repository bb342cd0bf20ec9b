import { uniqueName } from '#server/platform/unique-name.ts';

export const withUniqueName = uniqueName('scoring_configs_name_is_unique', 'Scoring field name must be unique');
