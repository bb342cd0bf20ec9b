import { Alert, Button, Progress, Text } from '@mantine/core';
import { type CompanyImportView, cancelAnyJob, startCompanyImport } from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { formatInstant, formatNumber } from '../../lib/format.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './company-imports.module.css';
import { ImportReport } from './ImportReport.tsx';
import { fileName, ImportState } from './import-state.tsx';
import { companyImportQuery, importsKey } from './queries.ts';
import { RejectedRows } from './RejectedRows.tsx';

const UndoImport = lazy(async () => ({ default: (await import('./UndoImport.tsx')).UndoImport }));

const COUNTS = [
  ['read', 'Read'],
  ['created', 'Created'],
  ['updated', 'Updated'],
  ['unchanged', 'Unchanged'],
  ['rejected', 'Rejected'],
] as const;

/** /admin/universe/imports/{importId}: how an import goes, what it did, and its undo. */
export default function CompanyImportPage() {
  const { importId } = useParams({ from: '/signed-in/admin/universe/imports/$importId' });
  const query = useQuery(companyImportQuery(importId));
  const { data } = query;
  if (query.isError && data === undefined) {
    return <ErrorState title="The import was not found" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) return <LoadingState label="Loading the import" height={320} />;
  const { companyImport, report } = data;
  const { counts } = companyImport;
  return (
    <>
      <PageHeader
        title={companyImport.isDryRun ? 'Dry run' : 'Import'}
        badge={<ImportState row={companyImport} />}
        context={fileName(companyImport.location)}
        actions={<Actions row={companyImport} />}
      />
      <div className={classes.body}>
        {companyImport.status === 'PROCESSING' || companyImport.status === 'WAITING' ? (
          <Progress value={companyImport.progress * 100} aria-label="Progress of the import" />
        ) : null}
        {companyImport.error === null ? null : (
          <Alert color="red" style={{ overflowWrap: 'anywhere' }}>
            {companyImport.error}
          </Alert>
        )}
        <UndoState row={companyImport} />
        <dl className={classes.figures}>
          {COUNTS.map(([key, label]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{formatNumber(counts[key])}</dd>
            </div>
          ))}
        </dl>
        {companyImport.isDryRun && companyImport.status === 'COMPLETE' ? (
          <Text size="sm" c="dimmed">
            Nothing was stored. The import does what these figures say if the universe stays as it is.
          </Text>
        ) : null}
        <ImportReport companyImport={companyImport} report={report} mapping={data.mapping} />
        <RejectedRows
          importId={companyImport.id}
          rejected={counts.rejected}
          rejections={companyImport.rejections}
          rows={data.rejects}
          path={data.rejectsPath}
        />
      </div>
    </>
  );
}

function UndoState({ row: { undo } }: { row: CompanyImportView }) {
  if (undo.isRunning) return <Alert color="blue">This import is being undone.</Alert>;
  if (undo.undoneAt === null) return null;
  return (
    <Alert color="gray">
      {`This import was undone on ${formatInstant(undo.undoneAt)}${undo.undoneBy === null ? '' : ` by ${undo.undoneBy}`}.`}
    </Alert>
  );
}

function Actions({ row }: { row: CompanyImportView }) {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isUndoing, setIsUndoing] = useState(false);
  const refresh = () => cache.invalidateQueries({ queryKey: importsKey });
  const cancel = useMutation({
    mutationFn: () => call(cancelAnyJob, { jobId: row.id }),
    onSuccess: () => notifySuccess('The import was asked to stop'),
    onError: (error) => notifyError(messageOf(error)),
    onSettled: refresh,
  });
  const repeat = useMutation({
    mutationFn: async ({ fileId, isDryRun }: { fileId: string; isDryRun: boolean }) => {
      // With the mapping that was tried.
      const { mapping } = await cache.ensureQueryData(companyImportQuery(row.id));
      return call(startCompanyImport, { fileId, isDryRun, ...(mapping === null ? {} : { mapping }) });
    },
    onSuccess: ({ importId }) => void navigate({ to: '/admin/universe/imports/$importId', params: { importId } }),
    onError: (error) => notifyError(messageOf(error), { title: 'The import was not started' }),
  });
  if (!mayEdit) return null;
  const { fileId } = row;
  const isOver = row.finishedAt !== null;
  return (
    <>
      {row.canCancel ? (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      ) : null}
      {isOver && fileId !== null ? (
        <>
          <ButtonLink variant="default" to="/admin/universe/import" search={{ file: fileId, from: row.id }}>
            Change mapping
          </ButtonLink>
          <Button loading={repeat.isPending} onClick={() => repeat.mutate({ fileId, isDryRun: false })}>
            {row.isDryRun ? 'Import these companies' : 'Import again'}
          </Button>
        </>
      ) : null}
      {row.undo.isPossible ? (
        <Button variant="default" onClick={() => setIsUndoing(true)}>
          Undo import
        </Button>
      ) : null}
      <Suspense>
        {isUndoing ? <UndoImport importId={row.id} refresh={refresh} onClose={() => setIsUndoing(false)} /> : null}
      </Suspense>
    </>
  );
}
