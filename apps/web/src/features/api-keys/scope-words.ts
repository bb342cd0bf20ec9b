import type { ApiKeyScope } from '@quarry/contracts';

/** The scopes of keys in words. */
export const SCOPE_WORDS: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read only',
  write: 'Read and write',
};
