import { Anchor } from '@mantine/core';
import type { ExportItem } from '@quarry/contracts';
import { useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { Fact } from '../../ui/Facts.tsx';

export function Rows({ item: { rowCount } }: { item: ExportItem }) {
  return rowCount === null ? null : <Fact label="Rows">{formatNumber(rowCount)}</Fact>;
}

export function RequestedColumns({ columns, isTemplate }: { columns: readonly string[] | null; isTemplate: boolean }) {
  const { companiesSchema } = useClient();
  const [isOpen, setOpen] = useState(false);
  if (isTemplate) return 'The template of LinkedIn Campaign Manager';
  if (columns === null) return 'All columns';
  const names = new Map(companiesSchema.map(({ fieldName, displayName }) => [fieldName, displayName]));
  return (
    <>
      {plural(columns.length, 'column')}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ml="sm"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide names' : 'Show names'}
      </Anchor>
      {isOpen && <div>{columns.map((fieldName) => names.get(fieldName) ?? fieldName).join(', ')}</div>}
    </>
  );
}
