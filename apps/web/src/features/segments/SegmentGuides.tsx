import { Anchor } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { SEGMENT_GUIDES } from '../help/docs-links.ts';
import classes from './segments.module.css';

/** Links to the guides about segments, personas and credits. */
export function SegmentGuides() {
  return (
    <nav className={classes.guides} aria-label="Guides">
      <IconBook2 size={16} aria-hidden="true" className={classes.guidesIcon} />
      <ul className={classes.guideList}>
        {SEGMENT_GUIDES.map(({ label, href }) => (
          <li key={href}>
            <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
