import { IconTags } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { DOCS } from '../help/docs-links.ts';
import { NEW_TAG_HASH } from './explorer-link.ts';

/** The empty list: no tag matches the search, or there are none yet. */
export function NoTags(props: { clientName: string; search: string; onClear: () => void }) {
  if (props.search !== '') return <NoMatches noun="tags" onClear={props.onClear} />;
  return (
    <EmptyState
      title="You don't have any tag fields"
      icon={<IconTags size={28} aria-hidden="true" />}
      docs={{ href: DOCS.tags.href, label: 'How tags work' }}
      action={
        <ButtonLink to="/app/$clientName" params={{ clientName: props.clientName }} hash={NEW_TAG_HASH}>
          Create your first tag
        </ButtonLink>
      }
    >
      A tag is a named set of filters. Every matching company carries it, now and after each build, so you can come back
      to these companies, filter by them and share them.
    </EmptyState>
  );
}
