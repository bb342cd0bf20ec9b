import { Group } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { DOCS } from '../help/docs-links.ts';
import { filtersHash, NEW_TAG_HASH } from './explorer-link.ts';
import { tagTemplates } from './tag-templates.ts';

/** The empty list: no tag matches the search, or there are none yet. */
export function NoTags(props: { clientName: string; search: string; onClear: () => void }) {
  const { companiesSchema } = useClient();
  const templates = useMemo(() => tagTemplates(companiesSchema), [companiesSchema]);
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
      {templates.length > 0 && (
        <Group gap="xs" mt="md" justify="center" aria-label="Start from" role="group">
          {templates.map(({ label, filters }) => (
            <ButtonLink
              key={label}
              size="compact-sm"
              variant="default"
              to="/app/$clientName"
              params={{ clientName: props.clientName }}
              hash={filtersHash(filters)}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      )}
    </EmptyState>
  );
}
