import { IconTags } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { DOCS } from '../help/docs-links.ts';
import { HASH_OF_NEW_TAG } from './explorer-link.ts';

/** No rows: because of the search, or because nobody has saved a tag yet. */
export function NoTags(props: { clientName: string; search: string; onClear: () => void }) {
  if (props.search !== '') return <NoMatches what="tags" onClear={props.onClear} />;
  return (
    <EmptyState
      title="You don't have any tag fields"
      icon={<IconTags size={28} aria-hidden="true" />}
      docs={{ href: DOCS.tags.href, label: 'How tags work' }}
      action={
        <ButtonLink to="/app/$clientName" params={{ clientName: props.clientName }} hash={HASH_OF_NEW_TAG}>
          Create your first tag
        </ButtonLink>
      }
    >
      A tag is a set of filters with a name. Every company that matches carries it, now and after each build, so that
      you can come back to them, filter by them and share them.
    </EmptyState>
  );
}
