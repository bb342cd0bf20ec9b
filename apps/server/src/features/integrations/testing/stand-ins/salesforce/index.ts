import { addFieldCalls } from './field-calls.ts';
import { addQueryCalls } from './queries.ts';
import { addRecordCalls } from './record-calls.ts';
import { type SalesforceOptions, SalesforceStandIn } from './salesforce-stand-in.ts';
import { addSignInCalls } from './sign-in-calls.ts';

export type { SalesforceStandIn };

/** A server that answers as Salesforce does. */
export async function startSalesforce(options: SalesforceOptions = {}): Promise<SalesforceStandIn> {
  const standIn = new SalesforceStandIn(options);
  addSignInCalls(standIn);
  addFieldCalls(standIn);
  addQueryCalls(standIn);
  addRecordCalls(standIn);
  await standIn.server.listen(options.port);
  return standIn;
}
