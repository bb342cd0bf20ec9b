import { type Ref, useLayoutEffect } from 'react';

/** Passes an existing element, with its own roles and handlers, to Mantine's `Target`. */
export function PopupTarget({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') {
      ref(element);
      return () => void ref(null);
    }
    if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}
