import { ActionIcon, Popover, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChecklist, IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import { messageOf } from '../../lib/api.ts';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import { useUserSettings } from '../../lib/user-settings.ts';
import { Hint } from '../../ui/Hint.tsx';
import { isVisible } from './access.ts';
import classes from './Checklist.module.css';
import { NavRowButton, NavTooltip } from './NavRow.tsx';
import { FILTER_TOUR, MARKET_TOUR, SEGMENT_TOUR, TAG_TOUR, type Tour } from './tours.ts';
import { useTour } from './use-tour.ts';

interface ChecklistStep {
  readonly label: string;
  /** The step shows only where its tour is offered. */
  readonly tour: Tour;
}

/** The steps of the first visit in order. Finishing a step's tour ticks it off. */
const STEPS: readonly ChecklistStep[] = [
  { label: 'Filter companies', tour: FILTER_TOUR },
  { label: 'Save a tag', tour: TAG_TOUR },
  { label: 'Define a market', tour: MARKET_TOUR },
  { label: 'Build a segment', tour: SEGMENT_TOUR },
];

/** Lower windows have no room for the list beside all pages, so it folds into a row. */
const TALL = '(min-height: 960px)';

/** The getting-started checklist; disappears once complete or dismissed. */
export default function Checklist(props: { isCollapsed: boolean }) {
  const client = useClient();
  const user = useUser();
  const { settings, update } = useUserSettings();
  const startTour = useTour();
  const isTall = useMediaQuery(TALL, undefined, { getInitialValueInEffect: false });
  const steps = STEPS.filter(({ tour }) => isVisible(tour, { client, user }));
  if (!settings || settings.checklist.isDismissed) return null;
  const { checklist } = settings;
  const isDone = (step: ChecklistStep) => checklist.done.includes(step.tour.id);
  if (steps.every(isDone)) return null;

  function save(change: Partial<typeof checklist>) {
    update({ checklist: { ...checklist, ...change } }).catch((error: unknown) => notifyError(messageOf(error)));
  }

  const count = `${steps.filter(isDone).length} of ${steps.length}`;
  const list = (
    <section aria-label="Getting started">
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          Getting started
        </Text>
        <Hint side="top" label="Dismiss">
          <ActionIcon size={24} aria-label="Dismiss the checklist" onClick={() => save({ isDismissed: true })}>
            <IconX size={14} />
          </ActionIcon>
        </Hint>
      </div>
      <Text size="xs" c="dimmed" mb={4}>
        {count} done
      </Text>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.tour.id}>
            <button
              type="button"
              className={classes.step}
              data-done={isDone(step) || undefined}
              onClick={() => startTour(step.tour, () => save({ done: [...checklist.done, step.tour.id] }))}
            >
              {isDone(step) ? (
                <IconCircleCheckFilled size={16} aria-label="Done:" color="var(--quarry-live)" />
              ) : (
                <IconCircle size={16} aria-hidden color="var(--quarry-icon)" />
              )}
              {step.label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );

  if (!props.isCollapsed && isTall) return <div className={classes.card}>{list}</div>;
  return (
    <Popover position="right-end" offset={14} width={220} trapFocus returnFocus>
      <NavTooltip label="Getting started" isCollapsed={props.isCollapsed}>
        <Popover.Target>
          <NavRowButton icon={<IconChecklist size={19} stroke={1.7} />} label="Getting started" end={count} />
        </Popover.Target>
      </NavTooltip>
      <Popover.Dropdown>{list}</Popover.Dropdown>
    </Popover>
  );
}
