import type { Tag } from '@quarry/contracts';

/** Whether the members under the last saved filter are still being found. */
export function isUpdating(tag: Pick<Tag, 'processingStatus'>): boolean {
  return tag.processingStatus !== 'Fresh';
}

/** Whether companies carry other tags than before: a tag became Fresh, got another count, or is gone. */
export function haveMembersChanged(before: readonly Tag[], after: readonly Tag[]): boolean {
  const now = new Map(after.map((tag) => [tag.id, tag]));
  return before.some((old) => {
    const tag = now.get(old.id);
    if (tag === undefined) return true;
    return (isUpdating(old) && !isUpdating(tag)) || old.companyCount !== tag.companyCount;
  });
}

/** Whether another tag has the name, ignoring case and blanks around it. */
export function isNameTaken(tags: readonly Tag[], name: string, ownId: string | null): boolean {
  const wanted = name.trim().toLowerCase();
  return tags.some((tag) => tag.id !== ownId && tag.name.toLowerCase() === wanted);
}

/** A short text that is another one when tags were added, deleted, renamed, changed or counted anew. */
export function tagsStamp(tags: readonly Tag[]): string {
  const last = tags.reduce((latest, { lastModifiedAt }) => (lastModifiedAt > latest ? lastModifiedAt : latest), '');
  return `${tags.length} ${last} ${tags.reduce((sum, { companyCount }) => sum + (companyCount ?? 0), 0)}`;
}
