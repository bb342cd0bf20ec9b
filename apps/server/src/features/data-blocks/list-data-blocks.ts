import type * as contracts from '@quarry/contracts';
import type { DictionaryBlock } from '@quarry/contracts';
import type { DataBlock } from '#server/features/universe/blocks/declaration.ts';
import { BLOCKS, toConfigurableDataBlock } from '#server/features/universe/blocks/index.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Lists the data blocks, for staff with their notes and those that are no longer offered. */
export const listDataBlocks: Verb<typeof contracts.listDataBlocks> = async ({ user }) => {
  const isStaff = user.staffPermissions.includes('VIEW_ANY_ACCOUNT');
  const listed = BLOCKS.filter((block) => isStaff || block.isDeprecated !== true);
  return { dataBlocks: listed.map((block) => toDictionaryBlock(block, isStaff)) };
};

function toDictionaryBlock(block: DataBlock, isStaff: boolean): DictionaryBlock {
  const noteOf = ({ internalNotes }: { readonly internalNotes?: string }) => (isStaff ? (internalNotes ?? null) : null);
  return {
    ...toConfigurableDataBlock(block),
    publicDescription: block.publicDescription,
    internalNotes: noteOf(block),
    isDepreciated: block.isDeprecated === true,
    exampleConfig: block.isParameterisedWithDynamicConfig ? block.exampleConfig : null,
    fields: block.fields
      .filter((field) => isStaff || field.isDeprecated !== true)
      .map((field) => ({
        internalName: field.internalName,
        displayName: field.displayName,
        description: field.publicDescription,
        type: field.type,
        defaultRanges: field.defaultRanges ? [...field.defaultRanges] : null,
        publicDescription: field.publicDescription,
        internalNotes: noteOf(field),
        isDepreciated: field.isDeprecated === true,
      })),
  };
}
