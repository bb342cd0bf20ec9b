import type { Tag } from '@quarry/contracts';
import { IconTag, IconTagPlus } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { createDisabledReason, type TagSource, updateDisabledReason } from './save-rules.ts';

/** Saves the explorer's filters as a new tag, or in the one being edited. */
export default function TagButtons(props: {
  source: TagSource;
  tags: readonly Tag[] | undefined;
  tagId: string | null;
  onCreate: () => void;
  onUpdate: () => void;
}) {
  const { source, tags, tagId } = props;
  return (
    <>
      <ReasonButton
        data-tour="explorer-create-tag"
        size="xs"
        variant={source.filters === null || tagId !== null ? 'subtle' : 'filled'}
        leftSection={<IconTagPlus size={16} aria-hidden="true" />}
        disabledReason={createDisabledReason(source, tags)}
        onClick={props.onCreate}
      >
        Create new tag
      </ReasonButton>
      {tagId !== null && (
        <ReasonButton
          size="xs"
          leftSection={<IconTag size={16} aria-hidden="true" />}
          disabledReason={updateDisabledReason(source, tags, tagId)}
          onClick={props.onUpdate}
        >
          Update tag
        </ReasonButton>
      )}
    </>
  );
}
