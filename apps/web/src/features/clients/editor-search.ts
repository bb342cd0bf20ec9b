/** The tabs of a client's page. */
export const CLIENT_TABS = ['sourcing', 'lifecycle', 'advanced', 'credits'] as const;
export type ClientTab = (typeof CLIENT_TABS)[number];

/** The address of a client's page: its tab, and whether it is a new client, cloned from another. */
export interface EditorSearch {
  readonly tab?: ClientTab;
  readonly isNew?: 'true';
  readonly cloneOf?: string;
}

export function editorSearch(query: Record<string, unknown>): EditorSearch {
  const tab = CLIENT_TABS.find((known) => known === query.tab);
  return {
    ...(tab === undefined || tab === 'sourcing' ? {} : { tab }),
    ...(String(query.isNew) === 'true' ? { isNew: 'true' as const } : {}),
    ...(typeof query.cloneOf === 'string' && query.cloneOf !== '' ? { cloneOf: query.cloneOf } : {}),
  };
}
