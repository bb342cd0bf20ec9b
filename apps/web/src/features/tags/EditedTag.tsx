import { Anchor, CloseButton } from '@mantine/core';
import type { Tag } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { IconTag } from '@tabler/icons-react';
import classes from './edited-tag.module.css';
import { haveFiltersChanged } from './save-rules.ts';
import { TagStateBadge } from './TagStateBadge.tsx';

/** The tag being edited in the explorer, whether its filters changed, and a button to stop editing. */
export default function EditedTag(props: {
  tags: readonly Tag[] | undefined;
  tag: Tag | undefined;
  filters: FilterGroup | null;
  onFilters: (filters: FilterGroup) => void;
  onLeave: () => void;
}) {
  const { tags, tag, filters, onLeave } = props;
  if (tag === undefined) {
    if (tags === undefined) return null;
    return (
      <div className={classes.edited} role="status">
        This tag no longer exists
        <CloseButton size={20} iconSize={14} aria-label="Stop editing the tag" onClick={onLeave} />
      </div>
    );
  }
  const isChanged = haveFiltersChanged(filters, tag);
  return (
    <div className={classes.edited} role="status">
      <IconTag size={14} aria-hidden="true" className={classes.icon} />
      <span className={classes.text}>
        Editing tag <strong>{tag.name}</strong>
      </span>
      <TagStateBadge tag={tag} />
      {isChanged && (
        <>
          <span className={classes.muted}>filters changed</span>
          <Anchor component="button" type="button" size="sm" onClick={() => props.onFilters(tag.filters)}>
            Reset
          </Anchor>
        </>
      )}
      <CloseButton size={20} iconSize={14} aria-label={`Stop editing tag ${tag.name}`} onClick={onLeave} />
    </div>
  );
}
