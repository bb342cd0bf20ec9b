const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const step = STEPS.get(event.key);
  const next = at >= 0 && step !== undefined ? buttons[at + step] : undefined;
  const target = event.key === 'Home' ? buttons[0] : event.key === 'End' ? buttons.at(-1) : next;
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

/** As the ref of a list: arrow keys, Home and End go through the buttons inside it. */
export function withArrowKeys(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const onKeyDown = (event: KeyboardEvent) => moveFocus(list, event);
  list.addEventListener('keydown', onKeyDown);
  return () => list.removeEventListener('keydown', onKeyDown);
}
