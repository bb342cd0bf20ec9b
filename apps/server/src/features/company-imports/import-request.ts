import { z } from 'zod';

/** What to import and how. */
export const importRequest = z.object({
  /** The path, absolute, or the http(s) address of the file; the name of an uploaded one. */
  location: z.string(),
  fileId: z.string().optional(),
  mapping: z.unknown().optional(),
  isDryRun: z.boolean(),
  /** Where the command line wants the rejected rows, absolute. Those of an uploaded file go to the file store. */
  rejectsPath: z.string(),
  maxBytes: z.number().optional(),
});
export type ImportRequest = z.infer<typeof importRequest>;

/** The rejected rows of an uploaded file. */
export const rejectsKeyOf = (importId: string): string => `company-imports/${importId}.rejects.jsonl`;
