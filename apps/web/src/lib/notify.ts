import { Anchor } from '@mantine/core';
import { createElement, type ReactNode } from 'react';
import { showToastArea } from './toast-area.ts';

/** What a toast may carry beside its message. */
export interface NotifyOptions {
  /** The id that an earlier toast answered: that toast changes in place instead of a new one appearing. */
  readonly id?: string;
  readonly title?: string;
  /** One thing to do about it, e.g. Undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** How long it stays, in milliseconds. Errors and running work stay until closed or changed. */
  readonly autoCloseMs?: number;
}

interface Look {
  readonly color: string;
  readonly loading: boolean;
  readonly withCloseButton: boolean;
  readonly autoClose: number | false;
}

let count = 0;
// The toasts' code loads with the first toast. Orders wait in line, so that changes come after what they change.
let line: Promise<unknown> = Promise.resolve();

function enqueue(order: (kit: typeof import('@mantine/notifications')) => void): void {
  showToastArea();
  line = line
    .then(async () => order(await import('@mantine/notifications')))
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
    // A toast that was closed meanwhile cannot be changed: it is shown anew then.
    const { notifications: shown, queue } = notificationsStore.getState();
    if ([...shown, ...queue].some((other) => other.id === id)) notifications.update(toast);
    else notifications.show(toast);
  });
  return id;
}

/** Says that something runs, e.g. 'Saving market…'. Returns the id with which to change the toast. */
export function notifyLoading(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'teal', loading: true, withCloseButton: false, autoClose: false }, options);
}

/** Says that something is done; goes away after 5 s. */
export function notifySuccess(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'green', loading: false, withCloseButton: true, autoClose: 5_000 }, options);
}

/** Says that something failed; stays until closed. */
export function notifyError(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'red', loading: false, withCloseButton: true, autoClose: false }, options);
}

/** Says something neither good nor bad; goes away after 5 s. */
export function notifyInfo(message: string, options: NotifyOptions = {}): string {
  return show(message, { color: 'blue', loading: false, withCloseButton: true, autoClose: 5_000 }, options);
}

/** Takes a toast away. */
export function hideNotification(id: string): void {
  enqueue(({ notifications }) => notifications.hide(id));
}
