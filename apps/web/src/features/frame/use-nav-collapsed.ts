import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'quarry-nav-collapsed';

/** Whether the navigation is folded to icons: as remembered, and on narrow windows until opened for the moment. */
export function useNavCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const isNarrow = useMediaQuery('(max-width: 900px)', window.innerWidth <= 900, { getInitialValueInEffect: false });
  const [isStored, setStored] = useState(() => readStored(KEY) === '1');
  const [isOpenForNow, setOpenForNow] = useState(false);
  if (isNarrow) return [!isOpenForNow, () => setOpenForNow(!isOpenForNow)];
  return [
    isStored,
    () => {
      writeStored(KEY, isStored ? null : '1');
      setStored(!isStored);
    },
  ];
}
