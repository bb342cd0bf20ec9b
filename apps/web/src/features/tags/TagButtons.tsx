import type { Tag } from '@quarry/contracts';
import { IconTag, IconTagPlus } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { createReason, type TagSource, updateReason } from './save-rules.ts';

/** What keeps the explorer's filters: as a new tag, or in the tag that is being edited. */
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
        variant="default"
        leftSection={<IconTagPlus size={16} aria-hidden="true" />}
        disabledReason={createReason(source, tags)}
        onClick={props.onCreate}
      >
        Create new tag
      </ReasonButton>
      {tagId !== null && (
        <ReasonButton
          variant="default"
          leftSection={<IconTag size={16} aria-hidden="true" />}
          disabledReason={updateReason(source, tags, tagId)}
          onClick={props.onUpdate}
        >
          Update tag
        </ReasonButton>
      )}
    </>
  );
}
