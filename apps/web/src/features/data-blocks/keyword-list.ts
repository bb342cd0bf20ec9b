import { cleanKeyword, isSearchableKeyword, KEYWORD_LIMITS } from '@quarry/filters';

export interface AddedKeywords {
  readonly keywords: string[];
  /** How many exceeded the limit. */
  readonly droppedCount: number;
}

/** Adds typed or pasted keywords: cleans asterisks, skips duplicates in any case, and stops at the list's limit. */
export function addKeywords(keywords: readonly string[], added: readonly string[]): AddedKeywords {
  const seen = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const newKeywords = added.map(cleanKeyword).filter((keyword) => {
    const key = keyword.toLowerCase();
    if (!isSearchableKeyword(keyword) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const all = [...keywords, ...newKeywords];
  const kept = all.slice(0, KEYWORD_LIMITS.perList);
  return { keywords: kept, droppedCount: all.length - kept.length };
}
