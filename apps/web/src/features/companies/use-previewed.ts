import type { FilterGroup } from '@quarry/filters';
import { useMemo, useState } from 'react';

/** Whether the result of the applied filters was shown since they were applied. `isAnswered`: it is shown now. */
export function usePreviewed(filters: FilterGroup | null, isAnswered: boolean): boolean {
  const key = useMemo(() => JSON.stringify(filters), [filters]);
  const [previewed, setPreviewed] = useState<string | null>(null);
  if (isAnswered && previewed !== key) setPreviewed(key);
  return isAnswered || previewed === key;
}
