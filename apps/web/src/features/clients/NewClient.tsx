import { Button, Group, TextInput } from '@mantine/core';
import {
  type ClientConfig,
  clientConfig,
  clientName,
  createClientConfig,
  getCcmSchema,
  getClientConfig,
  INVALID_CONFIG,
  type OutputOf,
  validateClientConfig,
} from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { decodeHashValue, hashParts } from '../../lib/hash-value.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { ConfigTabs } from './ConfigTabs.tsx';
import classes from './clients.module.css';
import { configProblemsIn } from './config-problems-in.ts';
import { ProblemsTable } from './ProblemsTable.tsx';
import { changedParts } from './use-client-editor.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }));

/** A name that no client can have, for checking the config of one that doesn't exist yet. */
const NO_CLIENT = '*';

/** Creates a client: from the default config, from another client, or from what `#state=` in the address holds. */
export function NewClient({ cloneOf }: { cloneOf: string | null }) {
  const hash = useLocation({ select: (location) => location.hash });
  const start = useQuery({
    queryKey: ['new-client', cloneOf],
    queryFn: async ({ signal }): Promise<ClientConfig> => {
      if (cloneOf === null) return (await call(getCcmSchema, {}, { signal })).defaultConfig;
      const { config } = await call(getClientConfig, { name: cloneOf }, { signal });
      return { ...config, excludeCompanyIds: [], scheduledForDeletionAt: null };
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (start.data) return <NewClientForm start={start.data} given={givenParts(hash, start.data)} cloneOf={cloneOf} />;
  return (
    <>
      <PageHeader title="New client" />
      {start.isError ? (
        <ErrorState title="Cloning failed" error={start.error} onRetry={() => void start.refetch()} />
      ) : (
        <LoadingState label="Loading the config" height={300} />
      )}
    </>
  );
}

/** The start config with the parts of `#state=`; without those that don't fit, and as it is without any. */
function givenParts(hash: string, start: ClientConfig): ClientConfig {
  const state = hashParts(hash).get('state');
  const value = state === undefined ? undefined : decodeHashValue(state);
  if (typeof value !== 'object' || value === null) return start;
  const given = clientConfig.safeParse({ ...start, ...value, clientName: start.clientName });
  return given.success ? given.data : start;
}

function NewClientForm(props: { start: ClientConfig; given: ClientConfig; cloneOf: string | null }) {
  const { start, cloneOf } = props;
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string | null>(null);
  const [draft, setDraft] = useState(props.given);
  const [problems, setProblems] = useState<ReturnType<typeof configProblemsIn>>([]);
  const [checked, setChecked] = useState<OutputOf<typeof validateClientConfig> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const leave = useLeaveBlocker({ isDirty: !isDone && (name !== '' || draft !== props.given) });
  const changes = changedParts(start, draft);
  const { clientName: _name, ...config } = draft;

  const open = useEffectEvent(() => void navigate({ to: '/admin/clients/$name', params: { name }, replace: true }));
  // Once nothing is unsaved any more: until then, leaving the page asks.
  useEffect(() => {
    if (isDone) open();
  }, [isDone]);

  async function check() {
    const parsed = clientName.safeParse(name);
    setNameError(parsed.success ? null : 'Name can only contain alphanumeric characters.');
    if (!parsed.success) return;
    setBusy(true);
    try {
      const found = await call(validateClientConfig, { name: NO_CLIENT, config: { ...config, clientName: name } });
      setProblems(found.problems);
      if (found.problems.length > 0) notifyError(INVALID_CONFIG);
      else setChecked(found);
    } catch {
      notifyError('Client config creation failed');
    } finally {
      setBusy(false);
    }
  }
  async function create() {
    setBusy(true);
    try {
      await call(createClientConfig, { config: { ...config, clientName: name } });
      setDone(true);
      setChecked(null);
      notifySuccess('Client created');
    } catch (error) {
      setChecked(null);
      if (hasCode(error, 'NAME_TAKEN')) setNameError(messageOfTaken);
      else {
        setProblems(configProblemsIn(error));
        notifyError(cloneOf === null ? 'Client config creation failed' : 'Cloning failed');
      }
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <PageHeader
        title={cloneOf === null ? 'New client' : `Clone of ${cloneOf}`}
        actions={
          <Button loading={isBusy} onClick={() => void check()}>
            Save
          </Button>
        }
      />
      <div className={classes.editor}>
        <Group align="flex-start">
          <TextInput
            label="Name"
            description="Lowercase letters, digits, underscore and hyphen. It cannot be changed later."
            withAsterisk
            autoFocus
            autoComplete="off"
            maxLength={63}
            value={name}
            error={nameError}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setNameError(null);
            }}
          />
        </Group>
        {problems.length > 0 && <ProblemsTable problems={problems} />}
        <ConfigTabs
          mayEdit
          editor={{
            name,
            isEditing: true,
            base: start,
            draft,
            versions: {},
            changes,
            isDirty: true,
            change: (part, value) => setDraft((now) => ({ ...now, [part]: value })),
            replace: setDraft,
          }}
        />
      </div>
      {leave.dialog}
      <Suspense fallback={null}>
        {checked !== null && (
          <SaveDialog
            clientName={NO_CLIENT}
            changes={{ ...config, clientName: name }}
            versions={{}}
            checked={checked}
            isNew
            isSaving={isBusy}
            newCount={null}
            onSave={() => void create()}
            onClose={() => setChecked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const messageOfTaken = 'Client with this name already exist, provide a new name, or edit existing config';
