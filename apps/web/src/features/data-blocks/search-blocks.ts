import type { DictionaryBlock } from '@quarry/contracts';

/** The blocks whose name or text contains the words, whole; of others, only the fields that do. */
export function searchBlocks(blocks: readonly DictionaryBlock[], search: string): readonly DictionaryBlock[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return blocks;
  const hasWords = (...texts: readonly string[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return blocks.flatMap((block) => {
    if (hasWords(block.blockName, block.displayName, block.publicDescription)) return [block];
    const fields = block.fields.filter((field) =>
      hasWords(block.displayName, field.internalName, field.displayName, field.publicDescription, field.type),
    );
    return fields.length === 0 ? [] : [{ ...block, fields }];
  });
}
