import { type Ref, useLayoutEffect } from 'react';

/** Gives the kit's `Target` an element that is drawn elsewhere, and with its own roles and handlers. */
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
