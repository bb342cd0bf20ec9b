import type { Tag } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { isUpdating } from './tag-changes.ts';

/** Says that a tag's companies are being found, or that its filter can't be evaluated any more; nothing otherwise. */
export function TagStateBadge({ tag }: { tag: Pick<Tag, 'processingStatus' | 'problem' | 'companyCount'> }) {
  if (isUpdating(tag)) {
    const tooltip =
      tag.companyCount === null
        ? 'Its companies are being found'
        : 'Its companies are being found anew; until then the old ones stay';
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
