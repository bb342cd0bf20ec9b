import { TAG_NAME_MAX, type Tag } from '@quarry/contracts';
import { describeFilter } from '@quarry/filters';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { searchOf } from '../../lib/list-search.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import { findTags, tagNamesById } from '../datasets/tag-names.ts';
import { NEW_TAG_HASH, tagHash } from './explorer-link.ts';
import { NoTags } from './NoTags.tsx';
import { tagsQuery } from './queries.ts';
import { tagColumns } from './tag-columns.tsx';

const RenameTag = lazy(() => import('./RenameTag.tsx'));
const DeleteTag = lazy(() => import('./DeleteTag.tsx'));

/** Lists the account's tags with their filters, company counts and states. */
export default function TagsPage() {
  const { clientName, companiesSchema } = useClient();
  const { search = '' } = useSearch({ from: '/signed-in/app/$clientName/tags' });
  const navigate = useNavigate({ from: '/app/$clientName/tags' });
  const [renamed, setRenamed] = useState<Tag | null>(null);
  const [deleted, setDeleted] = useState<Tag | null>(null);
  const query = useQuery(tagsQuery(clientName));
  const tags = query.data;
  const rows = useMemo(() => tags && findTags(tags, search), [tags, search]);

  const describe = useMemo(() => {
    const fields = new Map(toFilterFields(companiesSchema).map((field) => [field.fieldName, field]));
    const nameValue = nameRuleValue(companiesSchema, tagNamesById(tags ?? NO_TAGS));
    return ({ filters }: Tag) => describeFilter(filters, fields, { nameValue });
  }, [companiesSchema, tags]);
  const columns = useCallback(
    (width: number) => tagColumns({ clientName, width, describe, onRename: setRenamed, onDelete: setDeleted }),
    [clientName, describe],
  );
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  return (
    <ListPage
      title="Tags"
      label="Tags"
      noun="tag"
      query={query}
      rows={rows}
      total={tags?.length}
      columns={columns}
      rowKey={tagKey}
      rowLabel={tagLabel}
      onOpenRow={(tag) =>
        void navigate({ to: '/app/$clientName', params: { clientName }, search: {}, hash: tagHash(tag) })
      }
      actions={
        <ButtonLink
          to="/app/$clientName"
          params={{ clientName }}
          hash={NEW_TAG_HASH}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
        >
          Add Tag
        </ButtonLink>
      }
      toolbar={<SearchField noun="tags" maxLength={TAG_NAME_MAX} search={search} onSearch={setSearch} />}
      empty={<NoTags clientName={clientName} search={tags?.length === 0 ? '' : search} onClear={() => setSearch('')} />}
    >
      {renamed && <RenameTag tag={renamed} tags={tags ?? NO_TAGS} onClose={() => setRenamed(null)} />}
      {deleted && <DeleteTag tag={deleted} onClose={() => setDeleted(null)} />}
    </ListPage>
  );
}

const NO_TAGS: never[] = [];

function tagKey(tag: Tag): string {
  return tag.id;
}

function tagLabel(tag: Tag): string {
  return tag.name;
}
