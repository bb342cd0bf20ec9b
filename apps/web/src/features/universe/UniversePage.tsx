import { Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useUser } from '../../lib/client-context.tsx';
import { formatInstant, plural } from '../../lib/format.ts';
import { pageOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CompanyImports } from '../company-imports/CompanyImports.tsx';
import { countryName } from '../datasets/fields.ts';
import { BlockTable } from './BlockTable.tsx';
import { CompaniesBy } from './CompaniesBy.tsx';
import { universeOverviewQuery } from './queries.ts';
import classes from './universe.module.css';

/** /admin/universe: what the universe holds, and what was imported, for staff. */
export default function UniversePage() {
  const { page = 1 } = useSearch({ from: '/signed-in/admin/universe' });
  const navigate = useNavigate({ from: '/admin/universe' });
  const query = useQuery(universeOverviewQuery);
  const { data } = query;
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const addFile = mayEdit ? (
    <ButtonLink to="/admin/universe/import" leftSection={<IconFileImport size={16} aria-hidden="true" />}>
      Import companies
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Universe"
        context={data === undefined ? null : plural(data.companies, 'company', 'companies')}
        actions={addFile}
      />
      {query.isPending ? <LoadingState label="Counting the universe" height={320} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data?.companies === 0 ? (
        <EmptyState title="The universe is empty" action={addFile}>
          Import a file of companies here, or on the command line: npm run universe -- import, followed by a file or an
          address.
        </EmptyState>
      ) : null}
      {data !== undefined && data.companies > 0 ? (
        <div className={classes.body}>
          <Text size="sm" c="dimmed">
            {data.oldestAt === null || data.newestAt === null
              ? null
              : `Companies were refreshed between ${formatInstant(data.oldestAt)} and ${formatInstant(data.newestAt)}. `}
            {`Counted on ${formatInstant(data.countedAt)}.`}
          </Text>
          <BlockTable overview={data} />
          <div className={classes.cards}>
            <CompaniesBy title="By source" of="Source" values={data.sources} total={data.companies} nameOf={asIs} />
            <CompaniesBy
              title="By country"
              of="Country"
              values={data.countries}
              total={data.companies}
              nameOf={countryName}
            />
          </div>
        </div>
      ) : null}
      <CompanyImports
        pageIndex={page - 1}
        onPage={(pageIndex) => void navigate({ search: pageOf({ page: pageIndex + 1 }) })}
      />
    </>
  );
}

const asIs = (value: string): string => value;
