import { useDebouncedValue } from '@mantine/hooks';
import type { DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { contentKey } from './content-key.ts';
import type { MarketPreviewHandle } from './use-market-preview.ts';

const PREVIEW_AFTER_MS = 800;

/**
 * Previews criteria once edits settle, and aborts the preview of earlier criteria at once. Returns true while a preview
 * is due.
 */
export function useAutoPreview(options: {
  readonly preview: MarketPreviewHandle;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  /** False while the criteria are empty, incomplete or loading. */
  readonly isEnabled: boolean;
}): boolean {
  const { preview, criteria, configs, isEnabled } = options;
  const key = useMemo(() => contentKey(criteria, configs), [criteria, configs]);
  const [settledKey] = useDebouncedValue(key, PREVIEW_AFTER_MS);
  const start = useEffectEvent(() => preview.start(criteria, configs));
  const { abort, state } = preview;
  const isSuperseded = state.run !== null && state.run.key !== key;
  useEffect(() => {
    if (isSuperseded) abort();
  }, [isSuperseded, abort]);
  useEffect(() => {
    if (isEnabled && settledKey === key) start();
  }, [isEnabled, settledKey, key]);
  return isEnabled && settledKey !== key;
}
