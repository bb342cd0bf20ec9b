import type { OAuth } from './oauth.ts';
import type { RecordStore, StandInRecord } from './records.ts';
import type { StandIn } from './stand-in.ts';

/** What all stand-ins have in common. */
export interface CrmStandIn {
  readonly server: StandIn;
  readonly oauth: OAuth;
  readonly companies: RecordStore;
  readonly contacts: RecordStore;
  /** Rules for records, checked after the vendor's own. */
  readonly rules: RecordRule[];
  /** The settings with which Quarry connects to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The live records that the API created although the CRM had the company or person. */
  readonly duplicates: readonly StandInRecord[];
  /** The ids of contacts that belong to no company. */
  readonly contactsWithoutCompany: readonly string[];
  close(): Promise<void>;
}

/** Stops a call, or lets it pass: the CRM's own rules for records, such as those of its administrator. */
export type RecordRule = (
  type: 'companies' | 'contacts',
  values: Readonly<Record<string, unknown>>,
) => { readonly code: string; readonly field: string | null; readonly message: string } | null;
