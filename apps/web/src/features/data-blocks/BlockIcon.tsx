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

const ICONS: Readonly<Record<string, typeof IconDatabase>> = {
  firmographics: IconBuilding,
  funding: IconCoins,
  web_traffic: IconChartLine,
  technographics: IconCpu,
  social: IconShare,
  ads: IconAd2,
  reviews_summary: IconStars,
  jobs: IconBriefcase,
  team_members: IconUsers,
  software_reviews: IconMessageStar,
  software_features: IconListCheck,
  main_page_text: IconHome,
};

/** The picture of a data block; a plain one for blocks that have none of their own. */
export function BlockIcon({ blockName, size }: { blockName: string; size: number }) {
  const Icon = ICONS[blockName] ?? IconDatabase;
  return <Icon size={size} className={classes.icon} aria-hidden="true" />;
}
