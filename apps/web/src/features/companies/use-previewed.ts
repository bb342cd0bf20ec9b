import type { FilterGroup } from '@quarry/filters';
import { useMemo, useState } from 'react';

/** True once the result of the filters was visible, even if a later refresh hides it. */
export function usePreviewed(filters: FilterGroup | null, isResultVisible: boolean): boolean {
  const key = useMemo(() => JSON.stringify(filters), [filters]);
  const [previewed, setPreviewed] = useState<string | null>(null);
  if (isResultVisible && previewed !== key) setPreviewed(key);
  return isResultVisible || previewed === key;
}
