import { hasFeature } from '@quarry/contracts';
import { IconTargetOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { MarketEditor } from './MarketEditor.tsx';
import { findTemplate } from './market-templates.ts';
import { marketQuery } from './queries.ts';

const ROUTE = '/signed-in/app/$clientName/markets/explore/$marketId';

/** The market editor, if the user may see markets. */
export default function MarketEditorPage() {
  const client = useClient();
  const user = useUser();
  return hasFeature('markets', client, user) ? <LoadedEditor clientName={client.clientName} /> : <NoPermission />;
}

/** Keeps the same editor when the first save changes the URL. */
interface Session {
  readonly number: number;
  readonly marketId: string;
  readonly cloneFrom: string | undefined;
  readonly template: string | undefined;
  /** The new market's id after its first save. */
  readonly savedId: string | null;
}

function LoadedEditor({ clientName }: { clientName: string }) {
  const { marketId } = useParams({ from: ROUTE });
  const { cloneFrom, template } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const [session, setSession] = useState<Session>({ number: 0, marketId, cloneFrom, template, savedId: null });
  if (session.marketId !== marketId || session.cloneFrom !== cloneFrom || session.template !== template) {
    const isSaved = session.savedId === marketId;
    setSession({ number: session.number + (isSaved ? 0 : 1), marketId, cloneFrom, template, savedId: null });
  }
  const isNew = marketId === 'new';
  const sourceId = isNew ? cloneFrom : marketId;
  const source = useQuery({
    ...marketQuery(clientName, sourceId ?? ''),
    enabled: sourceId !== undefined,
    // The source of a clone does not change it any more.
    ...(isNew ? { refetchInterval: false } : {}),
  });
  const title = isNew ? 'Create market' : 'Edit market';

  async function showSaved(savedId: string) {
    setSession((old) => ({ ...old, savedId }));
    await navigate({
      to: '/app/$clientName/markets/explore/$marketId',
      params: { clientName, marketId: savedId },
      hash: true,
      replace: true,
      // The market is saved; edits made during the save stay in the editor.
      ignoreBlocker: true,
    });
  }

  if (sourceId !== undefined && source.data === undefined) {
    return (
      <>
        <PageHeader title={title} clientName={clientName} />
        {source.isError ? (
          <NotLoaded error={source.error} clientName={clientName} onRetry={() => void source.refetch()} />
        ) : (
          <LoadingState label="Loading market" />
        )}
      </>
    );
  }
  const market = source.data ?? null;
  return (
    <MarketEditor
      key={session.number}
      title={title}
      clientName={clientName}
      market={isNew ? null : market}
      source={isNew ? (market ?? findTemplate(template) ?? null) : null}
      onFirstSave={showSaved}
    />
  );
}

function NotLoaded(props: { error: Error; clientName: string; onRetry: () => void }) {
  if (!hasCode(props.error, 'NOT_FOUND')) {
    return <ErrorState title="The market could not be loaded" error={props.error} onRetry={props.onRetry} />;
  }
  return (
    <EmptyState
      title="This market does not exist"
      icon={<IconTargetOff size={28} aria-hidden="true" />}
      action={
        <ButtonLink to="/app/$clientName/markets" params={{ clientName: props.clientName }}>
          All markets
        </ButtonLink>
      }
    >
      It may have been deleted since the link was made.
    </EmptyState>
  );
}
