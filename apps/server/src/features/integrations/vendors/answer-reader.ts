import type { z } from 'zod';
import { type Refusal, type VendorAnswer, VendorRefusal } from './vendor.ts';

/**
 * Returns a function that reads the content of a successful answer. It throws a `VendorRefusal` if the whole call was
 * refused.
 */
export function answerReader(crm: string, refusalOf: (answer: VendorAnswer) => Refusal) {
  return <Schema extends z.ZodType>(schema: Schema, answer: VendorAnswer): z.output<Schema> => {
    if (answer.status >= 400) throw new VendorRefusal(refusalOf(answer));
    const read = schema.safeParse(answer.body);
    if (read.success) return read.data;
    throw new VendorRefusal({ code: 'FAILED', field: null, message: `${crm} gave an answer of an unknown form` });
  };
}
