import { Anchor } from '@mantine/core';
import { type PersonaPreviewItem, SENIORITY_NAMES } from '@quarry/contracts';
import type { TableColumn } from '../../../ui/table/types.ts';
import { countryName } from '../../datasets/fields.ts';

type Column = TableColumn<PersonaPreviewItem>;

const company: Column = {
  id: 'company',
  header: 'Company',
  width: 220,
  cell: (item) => <span data-hint-overflow="">{item.company_name || item.company_domain}</span>,
  copy: (item) => item.company_name,
};

const domain: Column = {
  id: 'domain',
  header: 'Domain',
  width: 220,
  cell: (item) => (
    <Anchor href={`https://${item.company_domain}`} target="_blank" rel="noopener noreferrer" size="sm" tabIndex={-1}>
      {item.company_domain}
    </Anchor>
  ),
  copy: (item) => item.company_domain,
};

const text = (
  id: string,
  header: string,
  width: number,
  read: (item: PersonaPreviewItem) => string | null,
): Column => ({
  id,
  header,
  width,
  cell: (item) => <span data-hint-overflow="">{read(item) || '–'}</span>,
  copy: (item) => read(item) ?? '',
});

const name: Column = {
  id: 'name',
  header: 'Name',
  width: 180,
  isLocked: true,
  cell: (item) =>
    item.person_url === null ? (
      (item.raw_name ?? '–')
    ) : (
      <Anchor href={item.person_url} target="_blank" rel="noopener noreferrer" size="sm" tabIndex={-1}>
        {item.raw_name || item.person_url}
      </Anchor>
    ),
  copy: (item) => item.raw_name ?? '',
};

const group: Column = {
  id: 'group',
  header: 'Group',
  description: 'The first group of criteria that the person matches',
  width: 80,
  align: 'end',
  cell: (item) => item.group ?? '–',
  copy: (item) => String(item.group ?? ''),
};

/** The columns of a preview, by what its rows are. */
export const previewColumns: Readonly<Record<'people' | 'companies', Column[]>> = {
  people: [
    name,
    text('position', 'Position', 240, (item) => item.position),
    text('seniority', 'Seniority', 120, (item) => SENIORITY_NAMES.get(item.seniority ?? '') ?? item.seniority),
    text('country', 'Country', 120, (item) => item.country && countryName(item.country)),
    company,
    group,
  ],
  companies: [{ ...company, isLocked: true, width: 320 }, domain],
};
