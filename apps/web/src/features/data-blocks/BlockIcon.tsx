import type { BlockIcon as BlockIconKey } from '@quarry/contracts';
import {
  IconAd2,
  IconBriefcase,
  IconBuilding,
  IconChartLine,
  IconCoins,
  IconCpu,
  IconDatabase,
  IconHome,
  IconListCheck,
  IconMessageStar,
  IconShare,
  IconStars,
  IconUsers,
} from '@tabler/icons-react';
import classes from './data-blocks.module.css';

const ICONS = {
  ad: IconAd2,
  briefcase: IconBriefcase,
  building: IconBuilding,
  chart: IconChartLine,
  checklist: IconListCheck,
  chip: IconCpu,
  coins: IconCoins,
  home: IconHome,
  message: IconMessageStar,
  people: IconUsers,
  share: IconShare,
  stars: IconStars,
} satisfies Record<BlockIconKey, unknown>;

export function BlockIcon({ icon, size }: { icon: BlockIconKey; size: number }) {
  // During an upgrade the server may run another version than this tab, and send no icon or an unknown one.
  const Icon = Object.hasOwn(ICONS, icon) ? ICONS[icon] : IconDatabase;
  return <Icon size={size} className={classes.icon} aria-hidden="true" />;
}
