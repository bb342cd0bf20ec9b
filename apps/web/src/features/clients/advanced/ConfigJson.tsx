import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { type ClientConfig, type ConfigProblem, clientConfig } from '@quarry/contracts';
import { useState } from 'react';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { ProblemsTable } from '../ProblemsTable.tsx';
import type { ClientEditing } from '../use-client-editor.ts';

/** The whole config as JSON, to copy, and to change in one go while it is edited. */
export function ConfigJson({ editor }: { editor: ClientEditing }) {
  const { draft, isEditing } = editor;
  const own = JSON.stringify(draft, null, 2);
  const [typed, setTyped] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly ConfigProblem[]>([]);
  const [syntax, setSyntax] = useState<string | null>(null);
  const text = isEditing ? (typed ?? own) : own;

  function apply() {
    const read = readConfig(text, draft.clientName);
    setSyntax(read.syntax);
    setProblems(read.problems);
    if (read.config === null) return;
    editor.replace(read.config);
    setTyped(null);
    notifySuccess('The JSON is in the editor, and not saved yet');
  }
  async function copy() {
    if (await copyToClipboard(own)) notifySuccess('Config copied to clipboard');
    else notifyError('The browser did not allow copying');
  }
  return (
    <Stack gap="sm">
      <Textarea
        aria-label="Config as JSON"
        readOnly={!isEditing}
        spellCheck={false}
        autosize
        minRows={6}
        maxRows={24}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {syntax !== null && (
        <Alert color="red" role="alert" title="This is no JSON">
          {syntax}
        </Alert>
      )}
      {problems.length > 0 && <ProblemsTable problems={problems} />}
      <Group>
        <Button variant="default" onClick={() => void copy()}>
          Copy as JSON
        </Button>
        {isEditing && (
          <ReasonButton
            variant="default"
            disabledReason={typed === null || typed === own ? 'Nothing has changed' : null}
            onClick={apply}
          >
            Apply JSON
          </ReasonButton>
        )}
      </Group>
    </Stack>
  );
}

/** Checks the shape; what the config means is checked when it is saved. */
function readConfig(text: string, clientName: string) {
  const nothing = { config: null, problems: [], syntax: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ...nothing, syntax: error instanceof Error ? error.message : String(error) };
  }
  const parsed = clientConfig.safeParse(value);
  if (parsed.success) {
    const config: ClientConfig = { ...parsed.data, clientName };
    return { ...nothing, config };
  }
  const problems = parsed.error.issues.map(
    ({ path, code, message }): ConfigProblem => ({
      instancePath: path.map((key) => `/${String(key)}`).join(''),
      schemaPath: `#/${code}`,
      message,
      params: {},
    }),
  );
  return { ...nothing, problems };
}
