import { uniqueName } from '#server/platform/unique-name.ts';

export const withUniqueName = uniqueName('views_name_is_unique', 'View name must be unique');
