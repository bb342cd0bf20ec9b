import { Button, Group, Loader, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './preview.module.css';
import type { MarketPreviewState } from './preview-controller.ts';

const SHOW_AFTER_MS = 300;
const EXPLAIN_AFTER_MS = 2_000;
const TICK_MS = 1_000;

type Run = NonNullable<MarketPreviewState['run']>;

/** How long something has been going on, in milliseconds; drawn anew when that changes what is shown. */
function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    const soon = window.setTimeout(update, SHOW_AFTER_MS);
    const timer = window.setInterval(update, TICK_MS);
    return () => {
      window.clearTimeout(soon);
      window.clearInterval(timer);
    };
  }, []);
  return Math.max(0, now - startedAt);
}

/** A preview on its way: soon that it runs and how to end it, after 2 s also what is being done. */
export function PreviewProgress(props: { run: Run; doing: string; onAbort: () => void }) {
  const { run, doing, onAbort } = props;
  const elapsed = useElapsed(run.startedAt);
  const isExplained = elapsed >= EXPLAIN_AFTER_MS;
  const percent = run.progress === null ? null : Math.round(run.progress * 100);
  if (elapsed < SHOW_AFTER_MS) return null;
  return (
    <div className={classes.progress}>
      <Loader size={14} aria-hidden="true" />
      <Text component="span" size="sm" c="dimmed" role="status">
        {isExplained ? doing : 'Making the preview…'}
      </Text>
      {isExplained && (
        <Text component="span" size="sm" c="dimmed" aria-hidden="true">
          {Math.floor(elapsed / 1_000)} s
        </Text>
      )}
      {percent !== null && (
        <Group gap={8} wrap="nowrap">
          <Progress.Root w={140} size="sm">
            <Progress.Section value={percent} color="teal.5" aria-label="Progress of the preview" />
          </Progress.Root>
          <Text component="span" size="sm" c="dimmed" aria-hidden="true">
            {percent}%
          </Text>
        </Group>
      )}
      <Button size="compact-sm" variant="default" onClick={onAbort}>
        Abort
      </Button>
    </div>
  );
}
