import { SCORING_NAME_MAX, type ScoringConfig } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { searchOf } from '../../lib/list-search.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { NoScoringFields } from './NoScoringFields.tsx';
import { scoringConfigsQuery } from './queries.ts';
import { scoringColumns } from './scoring-columns.tsx';

const RenameScoringField = lazy(() => import('./RenameScoringField.tsx'));
const DeleteScoringField = lazy(() => import('./DeleteScoringField.tsx'));

/** Lists the account's scoring fields with their state, rules and origin. */
export default function ScoringFieldsPage() {
  const { clientName } = useClient();
  const { search = '' } = useSearch({ from: '/signed-in/app/$clientName/scoring' });
  const navigate = useNavigate({ from: '/app/$clientName/scoring' });
  const [renamed, setRenamed] = useState<ScoringConfig | null>(null);
  const [deleted, setDeleted] = useState<ScoringConfig | null>(null);
  const query = useQuery(scoringConfigsQuery(clientName));
  const configs = query.data;
  const rows = useMemo(
    () => configs?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())),
    [configs, search],
  );
  const columns = useCallback(
    (width: number) => scoringColumns({ clientName, width, onRename: setRenamed, onDelete: setDeleted }),
    [clientName],
  );
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  return (
    <ListPage
      title="Scoring fields"
      label="Scoring fields"
      noun="scoring field"
      query={query}
      rows={rows}
      total={configs?.length}
      columns={columns}
      rowKey={configKey}
      rowLabel={configLabel}
      onOpenRow={({ id }) =>
        void navigate({
          to: '/app/$clientName/scoring/$scoringConfigId',
          params: { clientName, scoringConfigId: id },
        })
      }
      actions={
        <ButtonLink
          to="/app/$clientName/scoring/$scoringConfigId"
          params={{ clientName, scoringConfigId: 'new' }}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
        >
          Add scoring field
        </ButtonLink>
      }
      toolbar={<SearchField noun="scoring fields" maxLength={SCORING_NAME_MAX} search={search} onSearch={setSearch} />}
      empty={
        <NoScoringFields
          clientName={clientName}
          search={configs?.length === 0 ? '' : search}
          onClear={() => setSearch('')}
        />
      }
    >
      {renamed && <RenameScoringField config={renamed} onClose={() => setRenamed(null)} />}
      {deleted && <DeleteScoringField config={deleted} onClose={() => setDeleted(null)} />}
    </ListPage>
  );
}

function configKey(config: ScoringConfig): string {
  return config.id;
}

function configLabel(config: ScoringConfig): string {
  return config.name;
}
