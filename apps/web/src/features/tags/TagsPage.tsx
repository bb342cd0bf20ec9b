import { useElementSize } from '@mantine/hooks';
import { TAG_NAME_MAX, type Tag } from '@quarry/contracts';
import { describeFilter } from '@quarry/filters';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LiveSearchField } from '../../ui/LiveSearchField.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import classes from '../../ui/list-page.module.css';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import { findTags, namesOf } from '../datasets/tag-names.ts';
import { HASH_OF_NEW_TAG, hashOfTag } from './explorer-link.ts';
import { NoTags } from './NoTags.tsx';
import { tagsQuery } from './queries.ts';
import { tagColumns } from './tag-columns.tsx';

const RenameTag = lazy(() => import('./RenameTag.tsx'));
const DeleteTag = lazy(() => import('./DeleteTag.tsx'));

/** The tags of the account: what they mean, how many companies carry them, how far they are. */
export default function TagsPage() {
  const { clientName, companiesSchema } = useClient();
  const { search = '' } = useSearch({ from: '/signed-in/app/$clientName/tags' });
  const navigate = useNavigate({ from: '/app/$clientName/tags' });
  const { ref, width } = useElementSize();
  const [renamed, setRenamed] = useState<Tag | null>(null);
  const [deleted, setDeleted] = useState<Tag | null>(null);
  const query = useQuery(tagsQuery(clientName));
  const tags = query.data;
  // A refresh that fails leaves the rows that are there.
  const isFailed = query.isError && tags === undefined;
  const rows = useMemo(() => findTags(tags ?? NO_ROWS, search), [tags, search]);

  const describe = useMemo(() => {
    const fields = new Map(toFilterFields(companiesSchema).map((field) => [field.fieldName, field]));
    const nameValue = nameRuleValue(companiesSchema, namesOf(tags ?? NO_ROWS));
    return ({ filters }: Tag) => describeFilter(filters, fields, { nameValue });
  }, [companiesSchema, tags]);
  const columns = useMemo(
    () => tagColumns({ clientName, width, describe, onRename: setRenamed, onDelete: setDeleted }),
    [clientName, width, describe],
  );

  function show(wanted: string) {
    void navigate({ search: wanted === '' ? {} : { search: wanted }, replace: true });
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title="Tags"
        clientName={clientName}
        context={tags === undefined ? null : `${formatNumber(tags.length)} ${tags.length === 1 ? 'tag' : 'tags'}`}
        actions={
          <ButtonLink
            to="/app/$clientName"
            params={{ clientName }}
            hash={HASH_OF_NEW_TAG}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            Add Tag
          </ButtonLink>
        }
      />
      <LiveSearchField what="tags" maxLength={TAG_NAME_MAX} search={search} onSearch={show} />
      <div className={classes.content} ref={ref}>
        {isFailed ? (
          <ErrorState title="Failed to fetch tags" error={query.error} onRetry={() => void query.refetch()} />
        ) : tags !== undefined && rows.length === 0 ? (
          <NoTags clientName={clientName} search={tags.length === 0 ? '' : search} onClear={() => show('')} />
        ) : (
          <DataTable
            label="Tags"
            columns={columns}
            rows={rows}
            rowKey={keyOfTag}
            rowLabel={nameOfTag}
            isLoading={query.isPending}
            isArrangeable={false}
            skeletonRows={8}
            onOpenRow={(tag) =>
              void navigate({ to: '/app/$clientName', params: { clientName }, search: {}, hash: hashOfTag(tag) })
            }
          />
        )}
      </div>
      <Suspense fallback={null}>
        {renamed && <RenameTag tag={renamed} tags={tags ?? NO_ROWS} onClose={() => setRenamed(null)} />}
        {deleted && <DeleteTag tag={deleted} onClose={() => setDeleted(null)} />}
      </Suspense>
    </div>
  );
}

const NO_ROWS: never[] = [];

function keyOfTag(tag: Tag): string {
  return tag.id;
}

function nameOfTag(tag: Tag): string {
  return tag.name;
}
