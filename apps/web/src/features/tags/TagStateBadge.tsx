import type { Tag } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { isUpdating } from './tag-changes.ts';

/** Shows that a tag is updating or has a broken filter; nothing otherwise. */
export function TagStateBadge({ tag }: { tag: Pick<Tag, 'processingStatus' | 'problem' | 'companyCount'> }) {
  if (isUpdating(tag)) {
    const tooltip =
      tag.companyCount === null
        ? 'Finding its companies'
        : 'Finding its companies again; the current ones stay until then';
    return (
      <StateBadge state="running" tooltip={tooltip}>
        Updating...
      </StateBadge>
    );
  }
  if (tag.problem === null) return null;
  return (
    <StateBadge state="failed" tooltip={tag.problem}>
      Broken filter
    </StateBadge>
  );
}
