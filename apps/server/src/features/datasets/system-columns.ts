import { ident, type Sql, sql } from '@quarry/clickhouse';
import { SEGMENTS_FIELD, SOURCES_FIELD } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';

/** A column that every dataset has, regardless of its field definitions. */
export interface SystemColumn {
  readonly fieldName: string;
  readonly displayName: string;
  readonly description: string;
  readonly type: FieldType;
  /** A ClickHouse type; none if the values are kept elsewhere. */
  readonly storedType?: string;
  /** The value in the field's type, if that is not the column itself. */
  readonly value?: Sql;
  /** A text to people, stored as the number of its digits. */
  readonly isNumber?: boolean;
  readonly isDomain?: boolean;
  readonly isHiddenFromUser: boolean;
}

const column = (name: string): Sql => sql`${ident(name)}`;

/** In the order in which they follow a client's own columns. */
export const SYSTEM_COLUMNS: readonly SystemColumn[] = [
  {
    fieldName: '__company_id',
    displayName: 'Company ID',
    description: 'Stable key of the company in Quarry.',
    type: 'String',
    storedType: 'UInt64',
    value: sql`toString(${column('__company_id')})`,
    isNumber: true,
    isHiddenFromUser: true,
  },
  {
    fieldName: '__domain',
    displayName: 'Primary domain',
    description: 'Normalised domain of the company.',
    type: 'String',
    storedType: 'String',
    isDomain: true,
    isHiddenFromUser: true,
  },
  {
    fieldName: '__linked_in_id',
    displayName: 'LinkedIn ID',
    description: 'Identifier of the company page on LinkedIn.',
    type: 'String',
    storedType: 'String',
    isHiddenFromUser: true,
  },
  {
    fieldName: '__quality_score',
    displayName: 'Quality score',
    description: 'How complete, well identified, fresh and prominent the company is, from 0 to 100.',
    type: 'Number',
    storedType: 'Float64',
    isHiddenFromUser: false,
  },
  {
    fieldName: '__added_at',
    displayName: 'Added at',
    description: 'When the company entered the dataset.',
    type: 'Date',
    storedType: "DateTime('UTC')",
    value: sql`toDate32(${column('__added_at')})`,
    isHiddenFromUser: false,
  },
  {
    fieldName: '__updated_at',
    displayName: 'Updated at',
    description: 'When a data point of the company last changed, after it had entered the dataset.',
    type: 'Date',
    storedType: "Nullable(DateTime('UTC'))",
    value: sql`toDate32(${column('__updated_at')})`,
    isHiddenFromUser: false,
  },
  {
    fieldName: SOURCES_FIELD,
    displayName: 'Sources',
    description: 'What brought the company into the dataset: the markets that added it, or the sourcing criteria.',
    type: 'Multipicklist',
    storedType: 'Array(String)',
    isHiddenFromUser: false,
  },
  {
    fieldName: '__tags',
    displayName: 'Tags',
    description: 'The tags that the company carries.',
    type: 'Multipicklist',
    storedType: 'Array(String)',
    isHiddenFromUser: false,
  },
  {
    fieldName: SEGMENTS_FIELD,
    displayName: 'Segments',
    description: 'The segments that the company is in.',
    type: 'Multipicklist',
    isHiddenFromUser: false,
  },
];
