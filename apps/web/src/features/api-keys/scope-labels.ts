import type { ApiKeyScope } from '@quarry/contracts';

export const SCOPE_LABELS: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read only',
  write: 'Read and write',
};
