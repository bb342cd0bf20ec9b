import { cleanKeyword, KEYWORD_LIMITS, saysSomething } from '@quarry/filters';

/** A keyword list after something was added, and what had to be left out. */
export interface AddedKeywords {
  readonly keywords: string[];
  /** How many did not fit any more. */
  readonly cut: number;
}

/** Adds typed or pasted keywords: asterisks cleaned, each once whatever its case, at most as many as a list takes. */
export function addKeywords(keywords: readonly string[], added: readonly string[]): AddedKeywords {
  const seen = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const fresh = added.map(cleanKeyword).filter((keyword) => {
    const key = keyword.toLowerCase();
    if (!saysSomething(keyword) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const all = [...keywords, ...fresh];
  const kept = all.slice(0, KEYWORD_LIMITS.perList);
  return { keywords: kept, cut: all.length - kept.length };
}
