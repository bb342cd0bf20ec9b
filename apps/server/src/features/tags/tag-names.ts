import { uniqueName } from '#server/platform/unique-name.ts';

export const withUniqueName = uniqueName('tags_name_is_unique', 'Tag name must be unique');
