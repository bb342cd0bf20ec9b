import { addFieldCalls, addSignInCalls } from './calls.ts';
import { type PipedriveOptions, PipedriveStandIn } from './pipedrive-stand-in.ts';
import { addRecordCalls } from './record-calls.ts';

export type { PipedriveStandIn };

/** A server that answers as Pipedrive does. */
export async function startPipedrive(options: PipedriveOptions = {}): Promise<PipedriveStandIn> {
  const standIn = new PipedriveStandIn(options);
  addSignInCalls(standIn);
  addFieldCalls(standIn);
  addRecordCalls(standIn);
  await standIn.server.listen(options.port);
  return standIn;
}
