import { sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';

// Columns are written out: in a statement over one table, Drizzle leaves out the tables' names.
const inclusions = sql`${segmentContacts} found
  where found.client_id = ${contacts}.client_id
    and found.contact_id = ${contacts}.contact_id
    and found.inclusion_status = 'INCLUDED'`;

/** The names of the segments that a row of `contacts` is included in, as a list of texts. */
export const segmentsOfContact = sql<string[]>`array(
  select ${segments}.name from ${segments}
  where ${segments}.id in (select found.segment_id from ${inclusions})
  order by 1)`;

/** The names of the personas that include a row of `contacts`, as a list of texts. */
export const personasOfContact = sql<string[]>`array(
  select ${personas}.name from ${personas}
  where ${personas}.id in (select found.persona_id from ${inclusions})
  order by 1)`;
