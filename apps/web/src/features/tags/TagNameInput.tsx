import { TextInput } from '@mantine/core';
import { TAG_NAME_MAX, type Tag } from '@quarry/contracts';
import { isNameTaken } from './tag-changes.ts';

/** Why a name cannot be saved; null if it can. `ownId` is the named tag's id, null for a new one. */
export function tagNameProblem(tags: readonly Tag[], name: string, ownId: string | null): string | null {
  if (name.trim() === '') return 'Please provide a name for this tag';
  return isNameTaken(tags, name, ownId) ? 'Tag name must be unique' : null;
}

export function TagNameInput(props: { value: string; error: string | null; onChange: (name: string) => void }) {
  return (
    <TextInput
      label="Tag name"
      data-autofocus
      maxLength={TAG_NAME_MAX}
      autoComplete="off"
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
