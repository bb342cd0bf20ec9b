const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const buttons = [...list.querySelectorAll('button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const step = STEPS.get(event.key);
  const next = index >= 0 && step !== undefined ? buttons[index + step] : undefined;
  const target = event.key === 'Home' ? buttons[0] : event.key === 'End' ? buttons.at(-1) : next;
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

/** A ref callback: arrow keys, Home and End move the focus between the list's buttons. */
export function withArrowKeys(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const onKeyDown = (event: KeyboardEvent) => moveFocus(list, event);
  list.addEventListener('keydown', onKeyDown);
  return () => list.removeEventListener('keydown', onKeyDown);
}
