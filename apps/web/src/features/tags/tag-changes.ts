import type { Tag } from '@quarry/contracts';

/** The companies under the last saved filter are still being found. */
export function isUpdating(tag: Pick<Tag, 'processingStatus'>): boolean {
  return tag.processingStatus !== 'Fresh';
}

/** True if a tag became Fresh, got another count or was deleted. */
export function haveMembersChanged(before: readonly Tag[], after: readonly Tag[]): boolean {
  const afterById = new Map(after.map((tag) => [tag.id, tag]));
  return before.some((old) => {
    const tag = afterById.get(old.id);
    if (tag === undefined) return true;
    return (isUpdating(old) && !isUpdating(tag)) || old.companyCount !== tag.companyCount;
  });
}

/** Ignores case, surrounding blanks and the tag with `ownId`. */
export function isNameTaken(tags: readonly Tag[], name: string, ownId: string | null): boolean {
  const normalised = name.trim().toLowerCase();
  return tags.some((tag) => tag.id !== ownId && tag.name.toLowerCase() === normalised);
}

/** A short text that changes when tags are added, deleted, renamed, edited or recounted. */
export function tagsStamp(tags: readonly Tag[]): string {
  const lastModified = tags.reduce(
    (latest, { lastModifiedAt }) => (lastModifiedAt > latest ? lastModifiedAt : latest),
    '',
  );
  return `${tags.length} ${lastModified} ${tags.reduce((sum, { companyCount }) => sum + (companyCount ?? 0), 0)}`;
}
