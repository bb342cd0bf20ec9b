import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'quarry-nav-collapsed';

/** Wide windows remember the choice; narrow ones start collapsed and forget that they were expanded. */
export function useNavCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const isNarrow = useMediaQuery('(max-width: 900px)', window.innerWidth <= 900, { getInitialValueInEffect: false });
  const [isStored, setStored] = useState(() => readStored(KEY) === '1');
  const [isExpandedForNow, setExpandedForNow] = useState(false);
  if (isNarrow) return [!isExpandedForNow, () => setExpandedForNow(!isExpandedForNow)];
  return [
    isStored,
    () => {
      writeStored(KEY, isStored ? null : '1');
      setStored(!isStored);
    },
  ];
}
