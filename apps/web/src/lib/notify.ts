import { Anchor } from '@mantine/core';
import { createElement, type ReactNode } from 'react';
import { showToastArea } from './toast-area.ts';

export interface NotifyOptions {
  /** The id of an earlier toast to update in place. */
  readonly id?: string;
  readonly title?: string;
  /** A button, such as Undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Without it, errors and running work stay until closed or updated. */
  readonly autoCloseMs?: number;
}

interface Look {
  readonly color: string;
  readonly loading: boolean;
  readonly withCloseButton: boolean;
  readonly autoClose: number | false;
}

let count = 0;
// The toasts' code loads with the first toast. Commands queue, so that updates come after the toast they update.
let queue: Promise<unknown> = Promise.resolve();

function enqueue(command: (library: typeof import('@mantine/notifications')) => void): void {
  showToastArea();
  queue = queue
    .then(async () => command(await import('@mantine/notifications')))
    .catch((error: unknown) => console.error('A notification could not be shown', error));
}

function body(id: string, message: string, action: NotifyOptions['action']): ReactNode {
  if (!action) return message;
  const onClick = () => {
    hideNotification(id);
    action.onClick();
  };
  const button = createElement(
    Anchor<'button'>,
    { component: 'button', type: 'button', size: 'sm', ml: 'sm', fw: 600, onClick },
    action.label,
  );
  return createElement('span', null, message, button);
}

function show(message: string, look: Look, options: NotifyOptions): string {
  count += 1;
  const id = options.id ?? `toast-${count}`;
  const toast = {
    id,
    title: options.title,
    message: body(id, message, options.action),
    ...look,
    autoClose: options.autoCloseMs ?? look.autoClose,
    closeButtonProps: { 'aria-label': 'Close notification' },
  };
  enqueue(({ notifications, notificationsStore }) => {
    // A toast that was closed in between cannot be updated, so it is shown again.
    const { notifications: visible, queue: waiting } = notificationsStore.getState();
    if ([...visible, ...waiting].some((other) => other.id === id)) notifications.update(toast);
    else notifications.show(toast);
  });
  return id;
}

/** Shows running work, such as 'Saving market…'. Returns the id to update the toast with. */
export function notifyLoading(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'teal', loading: true, withCloseButton: false, autoClose: false }, options);
}

/** Reports success; closes after 5 s. */
export function notifySuccess(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'green', loading: false, withCloseButton: true, autoClose: 5_000 }, options);
}

/** Reports a failure; stays until closed. */
export function notifyError(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'red', loading: false, withCloseButton: true, autoClose: false }, options);
}

/** Neutral news; closes after 5 s. */
export function notifyInfo(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'blue', loading: false, withCloseButton: true, autoClose: 5_000 }, options);
}

export function hideNotification(id: string): void {
  enqueue(({ notifications }) => notifications.hide(id));
}
