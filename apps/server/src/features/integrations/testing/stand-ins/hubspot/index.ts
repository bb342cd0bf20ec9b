import { type HubspotOptions, HubspotStandIn } from './hubspot-stand-in.ts';
import { addObjectCalls } from './objects.ts';
import { addPropertyCalls } from './property-calls.ts';
import { addSearch } from './search.ts';
import { addSignInCalls } from './sign-in-calls.ts';

export type { HubspotStandIn };

/** A server that answers as HubSpot does. */
export async function startHubspot(options: HubspotOptions = {}): Promise<HubspotStandIn> {
  const standIn = new HubspotStandIn(options);
  addSignInCalls(standIn);
  addPropertyCalls(standIn);
  addObjectCalls(standIn);
  addSearch(standIn);
  await standIn.server.listen(options.port);
  return standIn;
}
