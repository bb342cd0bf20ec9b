import { Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

const SHOW_AFTER_MS = 300;
const EXPLAIN_AFTER_MS = 2_000;

/** A spinner that appears after 300 ms, with a label after 2 s. */
export function LoadingState(props: { label: string; height?: number | string }) {
  const [stage, setStage] = useState<'hidden' | 'spinner' | 'explained'>('hidden');
  useEffect(() => {
    const timers = [
      window.setTimeout(() => setStage('spinner'), SHOW_AFTER_MS),
      window.setTimeout(() => setStage('explained'), EXPLAIN_AFTER_MS),
    ];
    return () => {
      for (const timer of timers) window.clearTimeout(timer);
    };
  }, []);
  return (
    <Center h={props.height ?? 240} role="status" aria-label={props.label}>
      {stage === 'hidden' ? null : (
        <Stack align="center" gap="xs">
          <Loader size="sm" aria-hidden />
          {stage === 'explained' ? <Text c="dimmed">{props.label}…</Text> : null}
        </Stack>
      )}
    </Center>
  );
}
