import { uniqueName } from '#server/platform/unique-name.ts';

export const withUniqueName = uniqueName(
  'personas_name_is_unique',
  'A persona with this name already exists in this segment',
);
