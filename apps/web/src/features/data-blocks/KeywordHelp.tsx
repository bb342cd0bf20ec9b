import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

const KeywordHelpText = lazy(() => import('./KeywordHelpText.tsx'));

/** Explains the keyword syntax with examples. */
export function KeywordHelp({ label }: { label: string }) {
  return (
    <Popover width={400} position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size="xs" aria-label={`How keywords work: ${label}`}>
          <IconHelpCircle size={14} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="How keywords work">
        <Suspense fallback={<Skeleton height={250} />}>
          <KeywordHelpText />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
