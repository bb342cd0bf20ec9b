import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Hint } from '../../ui/Hint.tsx';

/** Folds the navigation to icons, and back. */
export function NavToggle({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const label = isCollapsed ? 'Expand the navigation' : 'Collapse the navigation';
  return (
    <Hint side="top" label={label}>
      <ActionIcon aria-label={label} aria-expanded={!isCollapsed} onClick={onToggle} size={32}>
        {isCollapsed ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
      </ActionIcon>
    </Hint>
  );
}
