import { ActionIcon, Loader, Popover, TextInput } from '@mantine/core';
import { parseDate } from '@quarry/filters';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './filter-builder.module.css';

const DatePanel = lazy(() => import('./DatePanel.tsx'));

/** A day, typed as yyyy-mm-dd or picked from a calendar. */
export function DateValue(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const isInvalid = value !== '' && parseDate(value) === undefined;
  return (
    <TextInput
      size="xs"
      className={classes.date}
      aria-label={props.label}
      placeholder="yyyy-mm-dd"
      autoComplete="off"
      maxLength={10}
      value={value}
      error={isTouched && isInvalid ? 'Use yyyy-mm-dd' : undefined}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      onFocus={() => setTouched(false)}
      onBlur={() => setTouched(true)}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
          <Popover.Target>
            <ActionIcon size="sm" aria-label={`Pick: ${props.label}`} onClick={() => setOpen(!isOpen)}>
              <IconCalendar size={14} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="xs" aria-label={props.label}>
            <Suspense fallback={<Loader size="sm" m="md" />}>
              <DatePanel
                value={parseDate(value) ?? null}
                onPick={(day) => {
                  onChange(day);
                  setOpen(false);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
