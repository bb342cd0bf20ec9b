/** What an API key may be made for: only reading, or also changing. */
export const API_KEY_SCOPES = ['read', 'write'] as const;
/** What an API key may be made for. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
