import { Alert, Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import {
  type BlockConfig,
  type ConfigPart,
  type ConfigValues,
  listOf,
  MAX_CONFIG_LABEL,
  type Openness,
  opennessFlags,
  opennessOf,
} from '@quarry/contracts';
import { CountryList } from './CountryList.tsx';
import type { ConfigDraft } from './config-draft.ts';
import classes from './data-blocks.module.css';
import { KeywordList } from './KeywordList.tsx';

const OPENNESS: readonly { value: Openness; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'Open and closed' },
];

/** Edits a configuration's name and each part that its block declares. */
export function ConfigEditor(props: {
  description: BlockConfig | undefined;
  draft: ConfigDraft;
  onChange: (draft: ConfigDraft) => void;
  labelError: string | null;
  problems: ReadonlyMap<string, string>;
}) {
  const { description, draft, onChange, problems } = props;
  const generalProblem = problems.get('');
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        withAsterisk
        autoFocus
        autoComplete="off"
        maxLength={MAX_CONFIG_LABEL}
        value={draft.label}
        error={props.labelError}
        onChange={(event) => onChange({ ...draft, label: event.currentTarget.value })}
      />
      {description === undefined && <Text c="dimmed">This data block can't be configured here.</Text>}
      {generalProblem !== undefined && (
        <Alert color="red" role="alert" p="xs">
          {generalProblem}
        </Alert>
      )}
      <div className={classes.parts}>
        {description?.parts.map((part) => (
          <div key={part.key} data-wide={part.kind !== 'keywords' || undefined}>
            <PartEditor
              part={part}
              config={draft.config}
              error={problems.get(part.key) ?? null}
              onChange={(change) => onChange({ ...draft, config: { ...draft.config, ...change } })}
            />
          </div>
        ))}
      </div>
    </Stack>
  );
}

/** Edits one part of a configuration. */
export function PartEditor(props: {
  part: ConfigPart & { readonly key: string };
  config: ConfigValues;
  error: string | null;
  onChange: (change: ConfigValues) => void;
}) {
  const { part, config, onChange } = props;
  switch (part.kind) {
    case 'openness':
      return (
        <fieldset className={classes.fieldset}>
          <legend className={classes.legend}>{part.label}</legend>
          <SegmentedControl
            aria-label={part.label}
            data={[...OPENNESS]}
            value={opennessOf(config)}
            onChange={(value) => onChange(opennessFlags(value))}
          />
        </fieldset>
      );
    case 'choices':
      return (
        <Checkbox.Group
          label={part.label}
          error={props.error}
          value={listOf(config, part.key)}
          // Keeps the offered order, so unticking and ticking again leaves no change.
          onChange={(ticked) =>
            onChange({ [part.key]: part.choices.map(({ value }) => value).filter((value) => ticked.includes(value)) })
          }
        >
          <div className={classes.choices}>
            {part.choices.map(({ value, label }) => (
              <Checkbox key={value} size="xs" value={value} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'countries':
      return (
        <CountryList
          label={part.label}
          value={listOf(config, part.key)}
          onChange={(countries) => onChange({ [part.key]: countries })}
          error={props.error}
        />
      );
    case 'keywords':
      return (
        <KeywordList
          label={part.label}
          description={part.description}
          value={listOf(config, part.key)}
          onChange={(keywords) => onChange({ [part.key]: keywords })}
          error={props.error}
        />
      );
  }
}
