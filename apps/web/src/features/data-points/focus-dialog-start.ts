/** Moves the focus to the start of a dialog if the focused element is gone. */
export function focusDialogStart(dialog: Element | null): void {
  if (document.activeElement !== document.body || dialog === null) return;
  const start = dialog.querySelector('[data-autofocus]') ?? dialog;
  if (start instanceof HTMLElement) start.focus();
}
