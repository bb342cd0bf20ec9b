import type { FieldType } from '@quarry/filters';
import {
  IconAbc,
  IconCalendar,
  IconCurrencyDollar,
  IconHash,
  IconList,
  IconPercentage,
  IconToggleLeft,
} from '@tabler/icons-react';

export const FIELD_TYPE_ICONS: Readonly<Record<FieldType, typeof IconAbc>> = {
  String: IconAbc,
  Picklist: IconList,
  Multipicklist: IconList,
  Array: IconList,
  Number: IconHash,
  Percentage: IconPercentage,
  Currency: IconCurrencyDollar,
  Date: IconCalendar,
  Boolean: IconToggleLeft,
};

export const FIELD_TYPE_LABELS: Readonly<Record<FieldType, string>> = {
  String: 'Text',
  Picklist: 'Choice',
  Multipicklist: 'Choices',
  Array: 'List',
  Number: 'Number',
  Percentage: 'Percent',
  Currency: 'Money',
  Date: 'Date',
  Boolean: 'Yes/no',
};

/** Column widths in pixels. */
export const FIELD_TYPE_WIDTHS: Readonly<Record<FieldType, number>> = {
  String: 200,
  Picklist: 160,
  Multipicklist: 300,
  Array: 300,
  Number: 130,
  Percentage: 120,
  Currency: 130,
  Date: 130,
  Boolean: 110,
};
