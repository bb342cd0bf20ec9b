import { Button, Group, Loader, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './preview.module.css';
import type { MarketPreviewState } from './preview-controller.ts';

const SHOW_AFTER_MS = 300;
const EXPLAIN_AFTER_MS = 2_000;
const TICK_MS = 1_000;

type Run = NonNullable<MarketPreviewState['run']>;

/** Milliseconds since `startedAt`, updated every second. */
function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    const firstUpdate = window.setTimeout(update, SHOW_AFTER_MS);
    const timer = window.setInterval(update, TICK_MS);
    return () => {
      window.clearTimeout(firstUpdate);
      window.clearInterval(timer);
    };
  }, []);
  return Math.max(0, now - startedAt);
}

/** Progress of a running preview with an Abort button; after 2 s it also says what the server is doing. */
export function PreviewProgress(props: { run: Run; activity: string; onAbort: () => void }) {
  const { run, activity, onAbort } = props;
  const elapsed = useElapsed(run.startedAt);
  const isExplained = elapsed >= EXPLAIN_AFTER_MS;
  const percent = run.progress === null ? null : Math.round(run.progress * 100);
  if (elapsed < SHOW_AFTER_MS) return null;
  return (
    <div className={classes.progress}>
      <Loader size={14} aria-hidden="true" />
      <Text component="span" size="sm" c="dimmed" role="status">
        {isExplained ? activity : 'Creating the preview…'}
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
