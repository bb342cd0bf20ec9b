import { IconChartHistogram } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { useClient } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { newScoringName } from './new-name.ts';
import { scoringConfigQuery, scoringConfigsQuery } from './queries.ts';
import { readRulesHash } from './rules-hash.ts';
import { ScoringEditor } from './ScoringEditor.tsx';

const NEW = 'new';

/** Keeps the same editor when the first save changes the URL. */
interface Session {
  readonly number: number;
  readonly scoringConfigId: string;
  /** The new field's id after its first save. */
  readonly savedId: string | null;
}

/** The editor of a scoring field, or of a new one. */
export default function ScoringEditorPage() {
  const { clientName } = useClient();
  const { scoringConfigId } = useParams({ from: '/signed-in/app/$clientName/scoring/$scoringConfigId' });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [session, setSession] = useState<Session>({ number: 0, scoringConfigId, savedId: null });
  if (session.scoringConfigId !== scoringConfigId) {
    const isSaved = session.savedId === scoringConfigId;
    setSession({ number: session.number + (isSaved ? 0 : 1), scoringConfigId, savedId: null });
  }
  const isNew = scoringConfigId === NEW;
  const config = useQuery({ ...scoringConfigQuery(clientName, scoringConfigId), enabled: !isNew });
  const configs = useQuery({ ...scoringConfigsQuery(clientName), enabled: isNew, refetchInterval: false });
  const { data, error, refetch } = isNew ? configs : config;

  async function showSaved(savedId: string) {
    setSession((old) => ({ ...old, savedId }));
    await navigate({
      to: '/app/$clientName/scoring/$scoringConfigId',
      params: { clientName, scoringConfigId: savedId },
      replace: true,
      // The field is saved; edits made during the save stay in the editor.
      ignoreBlocker: true,
    });
  }

  if (data === undefined) {
    return (
      <>
        <PageHeader title={isNew ? 'New scoring field' : 'Scoring field'} clientName={clientName} />
        {error ? (
          <NotLoaded error={error} clientName={clientName} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label="Loading scoring field" />
        )}
      </>
    );
  }
  const names = (configs.data ?? []).map(({ name }) => name);
  return (
    <ScoringEditor
      key={session.number}
      clientName={clientName}
      config={isNew ? null : (config.data ?? null)}
      newField={{ name: newScoringName(names), start: readRulesHash(hash) }}
      onFirstSave={showSaved}
    />
  );
}

function NotLoaded(props: { error: Error; clientName: string; onRetry: () => void }) {
  if (!hasCode(props.error, 'NOT_FOUND')) {
    return <ErrorState title="The scoring field could not be loaded" error={props.error} onRetry={props.onRetry} />;
  }
  return (
    <EmptyState
      title="This scoring field does not exist"
      icon={<IconChartHistogram size={28} aria-hidden="true" />}
      action={
        <ButtonLink to="/app/$clientName/scoring" params={{ clientName: props.clientName }}>
          All scoring fields
        </ButtonLink>
      }
    >
      It may have been deleted since the link was made.
    </EmptyState>
  );
}
