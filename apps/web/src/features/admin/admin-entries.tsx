import {
  type Icon,
  IconBooks,
  IconBuildings,
  IconChartDots,
  IconHeartbeat,
  IconRosetteDiscountCheck,
  IconTargetArrow,
  IconTool,
  IconUserX,
  IconWorld,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

import { type ComponentType, lazy } from 'react';

/** A page in the side menu of the admin area. */
export interface AdminEntry {
  readonly label: string;
  readonly to: LinkProps['to'];
  readonly icon: Icon;
  /** Heading; entries of one section must be adjacent. */
  readonly section?: string;
  /** What stands at the end of the row, such as a number that waits. */
  readonly End?: ComponentType;
}

/** All entries in display order: one line for each page. */
export const ADMIN_ENTRIES: readonly AdminEntry[] = [
  { label: 'Clients', to: '/admin/clients', icon: IconBuildings },
  {
    label: 'Market approvals',
    to: '/admin/market-requests',
    icon: IconRosetteDiscountCheck,
    End: lazy(() => import('../markets/WaitingRequests.tsx')),
  },
  { label: 'Market estimation', to: '/admin/market-estimations', icon: IconChartDots, section: 'Analysis' },
  { label: 'Coverage analysis', to: '/admin/coverage-analyses', icon: IconTargetArrow, section: 'Analysis' },
  { label: 'Universe', to: '/admin/universe', icon: IconWorld, section: 'Universe' },
  { label: 'Toolbox', to: '/admin/toolbox', icon: IconTool, section: 'Universe' },
  { label: 'Data Blocks Dictionary', to: '/admin/data-blocks-dictionary', icon: IconBooks, section: 'Universe' },
  { label: 'Deletion of people', to: '/admin/people', icon: IconUserX, section: 'Installation' },
  { label: 'System', to: '/admin/system', icon: IconHeartbeat, section: 'Installation' },
];
