import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatNumber, plural } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts';
import { domainsOf } from './domains.ts';
import classes from './editor.module.css';

/** A list of domains as text, one per line, with its length and its cap. */
export function DomainList(props: {
  label: string;
  description: string;
  max: number;
  text: string;
  onChange: (text: string) => void;
}) {
  const { max, text } = props;
  const count = domainsOf(text).length;
  return (
    <div>
      <Textarea
        label={props.label}
        description={props.description}
        placeholder={'example.com\nexample.org'}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={count > max ? 'Too many domains' : null}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {count === 0 ? '' : `${formatNumber(count)} of at most ${formatNumber(max)}`}
      </Text>
    </div>
  );
}

/** Included domains that no company of the dataset has, and lines that are no domain; nothing if there are none. */
export function DomainNotes(props: { notFound: readonly string[]; notFoundCount: number; invalid: readonly string[] }) {
  const { notFound, notFoundCount, invalid } = props;
  return (
    <>
      {notFoundCount > 0 && (
        <Note
          title={`${plural(notFoundCount, 'domain')} not found in your dataset`}
          lines={notFound}
          more={notFoundCount - notFound.length}
        />
      )}
      {invalid.length > 0 && (
        <Note title={`${plural(invalid.length, 'line')} without a domain`} lines={invalid} more={0} />
      )}
    </>
  );
}

function Note({ title, lines, more }: { title: string; lines: readonly string[]; more: number }) {
  const [isOpen, setOpen] = useState(false);
  async function copy() {
    if (await copyToClipboard(lines.join('\n'))) notifySuccess(`${plural(lines.length, 'line')} copied`);
    else notifyError('The browser did not allow copying');
  }
  return (
    <div className={classes.note}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" role="status">
          {title}
        </Text>
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => void copy()}>
            Copy
          </Button>
        </Group>
      </Group>
      {isOpen && (
        <ul className={classes.noteLines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {more > 0 && <li>and {formatNumber(more)} more</li>}
        </ul>
      )}
    </div>
  );
}
