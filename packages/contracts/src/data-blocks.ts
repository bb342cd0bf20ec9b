import { z } from 'zod';
import { configurableDataBlock } from './data-block-configs.ts';
import { endpoint } from './endpoint.ts';

/** A data block of the dictionary, under the names of the specification. Notes are null for all but staff. */
export const dictionaryBlock = configurableDataBlock.extend({
  publicDescription: z.string(),
  internalNotes: z.string().nullable(),
  isDepreciated: z.boolean(),
  /** Null for blocks that take no configuration. */
  exampleConfig: z.record(z.string(), z.unknown()).nullable(),
  fields: z.array(
    configurableDataBlock.shape.fields.element.extend({
      publicDescription: z.string(),
      internalNotes: z.string().nullable(),
      isDepreciated: z.boolean(),
    }),
  ),
});
export type DictionaryBlock = z.infer<typeof dictionaryBlock>;

/** Every data block with its fields. Staff also read the notes, and what is no longer offered. */
export const listDataBlocks = endpoint({
  method: 'GET',
  path: '/app/data-blocks',
  summary: 'The data blocks and their fields',
  access: { kind: 'any-account' },
  audit: false,
  isCompressed: true,
  output: z.object({ dataBlocks: z.array(dictionaryBlock) }),
});
