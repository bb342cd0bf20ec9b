import { Alert, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { startCompanyImport } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { formatBytes } from '../../lib/format.ts';
import { notifyError } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import classes from './company-imports.module.css';
import { FileFacts } from './FileFacts.tsx';
import { MappingTable } from './MappingTable.tsx';
import { type FieldColumns, fromMapping, toMapping } from './mapping-draft.ts';
import { companyImportQuery, fileCheckQuery } from './queries.ts';
import { SampleRows } from './SampleRows.tsx';

const CHECK_DELAY_MS = 400;

/** /admin/universe/import: a file is uploaded, its columns mapped, and tried out or imported. */
export default function ImportFilePage() {
  const mayEdit = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const { file, from } = useSearch({ from: '/signed-in/admin/universe/import' });
  const navigate = useNavigate({ from: '/admin/universe/import' });
  if (!mayEdit) return <NoPermission />;
  if (file !== undefined) return <Mapping key={file} fileId={file} from={from} />;
  return (
    <>
      <PageHeader title="Import companies" />
      <div className={classes.body}>
        <ChooseFile onUploaded={(fileId) => void navigate({ search: { file: fileId }, replace: true })} />
      </div>
    </>
  );
}

/** Waits for the mapping of the import that the person comes back from. */
function Mapping({ fileId, from }: { fileId: string; from: string | undefined }) {
  const earlier = useQuery({ ...companyImportQuery(from ?? ''), enabled: from !== undefined });
  if (from !== undefined && earlier.isPending) return <LoadingState label="Loading the mapping" height={200} />;
  const mapping = earlier.data?.mapping ?? null;
  return (
    <MapFile
      fileId={fileId}
      firstFields={mapping === null ? null : fromMapping(mapping)}
      firstSource={mapping?.source ?? ''}
    />
  );
}

function MapFile(props: { fileId: string; firstFields: FieldColumns | null; firstSource: string }) {
  const { fileId } = props;
  const navigate = useNavigate();
  /** Null while the columns decide. */
  const [fields, setFields] = useState(props.firstFields);
  const [source, setSource] = useState(props.firstSource);
  const recognised = useQuery(fileCheckQuery(fileId, null));
  const shown: FieldColumns = fields ?? recognised.data?.check.mapping?.fields ?? {};
  const mapping = fields === null && source.trim() === '' ? null : toMapping(shown, source);
  const [checkedMapping] = useDebouncedValue(mapping, CHECK_DELAY_MS);
  const query = useQuery(fileCheckQuery(fileId, checkedMapping));
  const start = useMutation({
    mutationFn: (isDryRun: boolean) =>
      call(startCompanyImport, { fileId, isDryRun, ...(mapping === null ? {} : { mapping }) }),
    onSuccess: ({ importId }) => void navigate({ to: '/admin/universe/imports/$importId', params: { importId } }),
    onError: (error) => notifyError(messageOf(error), { title: 'The import was not started' }),
  });
  if (query.isError) {
    return <ErrorState title="The file cannot be read" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <LoadingState label="Reading the first rows" height={320} />;
  const { file, check } = query.data;
  const isBehind = query.isPlaceholderData || JSON.stringify(mapping) !== JSON.stringify(checkedMapping);
  const reason = check.problem ?? (isBehind ? 'The mapping is being checked.' : null);
  const actions = (
    <>
      {fields === null ? null : (
        <Button variant="subtle" onClick={() => setFields(null)}>
          Use the recognised mapping
        </Button>
      )}
      <ReasonButton
        variant="default"
        disabledReason={reason}
        loading={start.isPending}
        onClick={() => start.mutate(false)}
      >
        Import without a dry run
      </ReasonButton>
      <ReasonButton disabledReason={reason} loading={start.isPending} onClick={() => start.mutate(true)}>
        Dry run
      </ReasonButton>
    </>
  );
  return (
    <>
      <PageHeader title="Import companies" context={file.name} actions={actions} />
      <div className={classes.body}>
        <FileFacts check={check} size={formatBytes(file.bytes)} />
        {check.problem === null ? null : (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />} style={{ whiteSpace: 'pre-line' }}>
            {check.problem}
          </Alert>
        )}
        {check.columns.length === 0 ? null : (
          <>
            <MappingTable
              columns={check.columns}
              fields={shown}
              onFields={setFields}
              source={source}
              onSource={setSource}
            />
            <SampleRows rows={check.rows} />
          </>
        )}
      </div>
    </>
  );
}
