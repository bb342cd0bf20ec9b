import { IconChartHistogram } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { DOCS } from '../help/docs-links.ts';

/** The empty list: no scoring field matches the search, or there are none yet. */
export function NoScoringFields(props: { clientName: string; search: string; onClear: () => void }) {
  if (props.search !== '') return <NoMatches noun="scoring fields" onClear={props.onClear} />;
  return (
    <EmptyState
      title="You don't have any scoring fields"
      icon={<IconChartHistogram size={28} aria-hidden="true" />}
      docs={{ href: DOCS.scoring.href, label: 'How scoring works' }}
      action={
        <ButtonLink
          to="/app/$clientName/scoring/$scoringConfigId"
          params={{ clientName: props.clientName, scoringConfigId: 'new' }}
        >
          Create your first scoring field
        </ButtonLink>
      }
    >
      A scoring field gives every company points for what makes it a good or a bad fit, so that the best ones come
      first.
    </EmptyState>
  );
}
