import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { newId } from '../../../ui/filter-builder/filter-tree.ts';
import classes from '../connectors.module.css';
import { type HeaderDraft, isMasked } from './connector-draft.ts';

const MAX_HEADERS = 20;

/** The headers that are sent with each request. Stored values are never shown. */
export function WebhookHeaders(props: {
  headers: readonly HeaderDraft[];
  /** By the header's key. */
  problems: ReadonlyMap<string, string>;
  onChange: (headers: readonly HeaderDraft[]) => void;
}) {
  const { headers, problems, onChange } = props;
  const change = (key: string, changes: Partial<HeaderDraft>) =>
    onChange(headers.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  return (
    <Input.Wrapper
      label="Headers"
      labelElement="div"
      description="Sent with each request, such as Authorization. Stored values are not shown again."
    >
      <Stack gap={6} mt={6}>
        {headers.map(({ key, header, value }, at) => (
          <div key={key} className={classes.header}>
            <TextInput
              aria-label={`Name of header ${at + 1}`}
              placeholder="Name"
              maxLength={100}
              value={header}
              error={problems.get(key)}
              onChange={(event) => change(key, { header: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Value of header ${at + 1}`}
              placeholder={isMasked(value) ? 'A value is set. Type to replace it.' : 'Value'}
              maxLength={2_000}
              autoComplete="off"
              value={isMasked(value) ? '' : value}
              onChange={(event) => change(key, { value: event.currentTarget.value })}
            />
            <ActionIcon
              size={34}
              aria-label={header === '' ? `Remove header ${at + 1}` : `Remove header ${header}`}
              onClick={() => onChange(headers.filter((one) => one.key !== key))}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        ))}
        {headers.length < MAX_HEADERS && (
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => onChange([...headers, { key: newId(), header: '', value: '' }])}
            >
              Add header
            </Button>
          </div>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
