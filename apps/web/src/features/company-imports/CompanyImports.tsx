import { COMPANY_IMPORTS_PAGE_SIZE, type CompanyImportView } from '@quarry/contracts';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListSection } from '../../ui/ListSection.tsx';
import { importColumns } from './import-columns.tsx';
import { companyImportsQuery } from './queries.ts';

/** The imports of companies, newest first. */
export function CompanyImports(props: { pageIndex: number; onPage: (pageIndex: number) => void }) {
  const navigate = useNavigate();
  const imports = useQuery(companyImportsQuery(props.pageIndex));
  return (
    <ListSection
      title="Imports"
      nouns="imports"
      query={imports}
      rows={imports.data?.items}
      total={imports.data?.count}
      columns={importColumns}
      rowKey={idOf}
      rowLabel={locationOf}
      onOpenRow={({ id }) => void navigate({ to: '/admin/universe/imports/$importId', params: { importId: id } })}
      pageIndex={props.pageIndex}
      pageSize={COMPANY_IMPORTS_PAGE_SIZE}
      onPage={props.onPage}
      empty={
        <EmptyState
          title={props.pageIndex === 0 ? 'No imports yet' : 'No imports on this page'}
          icon={<IconFileImport size={28} aria-hidden="true" />}
        >
          Imports are listed here with what became of their rows, those of the command line included.
        </EmptyState>
      }
    />
  );
}

const idOf = ({ id }: CompanyImportView): string => id;
const locationOf = ({ location }: CompanyImportView): string => location;
