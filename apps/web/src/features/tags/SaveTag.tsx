import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { CompanyTab, Tag } from '@quarry/contracts';
import { describeFilter, type FilterGroup } from '@quarry/filters';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { criteriaKey } from '../../lib/criteria-key.ts';
import { plural } from '../../lib/format.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { nameRuleValue, toFilterFields } from '../datasets/fields.ts';
import { type DatasetKey, matchCountQuery } from '../datasets/queries.ts';
import { tagNamesById } from '../datasets/tag-names.ts';
import { TagNameInput, tagNameProblem } from './TagNameInput.tsx';
import { useSaveTag } from './use-save-tag.ts';

/** Saves the explorer's filters, without search and tab, as a new tag or in the given one. */
export default function SaveTag(props: {
  dataset: DatasetKey;
  filters: FilterGroup;
  search: string;
  tab: CompanyTab;
  tags: readonly Tag[];
  /** The tag to update; undefined for a new one. */
  tag: Tag | undefined;
  onSaved: (tag: Tag) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { dataset, filters, tags, tag, onSaved, onClose } = props;
  const { companiesSchema } = useClient();
  const [name, setName] = useState(tag?.name ?? '');
  const [isTouched, setTouched] = useState(false);
  const saving = useSaveTag(dataset.clientName, {
    linksToList: true,
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  const trimmed = name.trim();
  const isRenamed = tag !== undefined && trimmed !== tag.name;
  const isRefiltered = tag !== undefined && criteriaKey(filters) !== criteriaKey(tag.filters);
  const problem = saving.isTaken ? 'Tag name must be unique' : tagNameProblem(tags, name, tag?.id ?? null);
  const disabledReason =
    problem ?? (tag !== undefined && !isRenamed && !isRefiltered ? 'Neither the name nor the filters changed' : null);

  const description = useMemo(() => {
    const fields = new Map(toFilterFields(companiesSchema).map((field) => [field.fieldName, field]));
    return describeFilter(filters, fields, { nameValue: nameRuleValue(companiesSchema, tagNamesById(tags)) });
  }, [companiesSchema, filters, tags]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (disabledReason !== null || saving.isSaving) return;
    saving.save(
      tag === undefined
        ? { tagId: null, name: trimmed, filters }
        : { tagId: tag.id, ...(isRenamed ? { name: trimmed } : {}), ...(isRefiltered ? { filters } : {}) },
    );
  };
  return (
    <Modal opened onClose={onClose} title={tag === undefined ? 'Create new tag' : 'Update tag'} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TagNameInput
            value={name}
            error={isTouched ? problem : null}
            onChange={(next) => {
              saving.reset();
              setTouched(true);
              setName(next);
            }}
          />
          <div>
            <Text size="sm" lineClamp={6} data-testid="tag-in-words">
              {description}
            </Text>
            <Matches dataset={dataset} filters={filters} />
          </div>
          {(props.search !== '' || props.tab !== 'ALL') && (
            <Text size="sm" c="dimmed">
              The tag keeps the filters only, not {omittedParts(props.search, props.tab)}.
            </Text>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton loading={saving.isSaving} disabledReason={disabledReason} onClick={submit}>
            {tag === undefined ? 'Create tag' : 'Update tag'}
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}

function Matches({ dataset, filters }: { dataset: DatasetKey; filters: FilterGroup }) {
  const { data, isError } = useQuery(matchCountQuery(dataset, filters, { search: '', tab: 'ALL' }));
  if (isError) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {data === undefined ? 'Counting…' : `${plural(data, 'company matches', 'companies match')} now`}
    </Text>
  );
}

function omittedParts(search: string, tab: CompanyTab): string {
  const parts = [...(search === '' ? [] : [`the search “${search}”`]), ...(tab === 'ALL' ? [] : ['the tab'])];
  return parts.join(' or ');
}
