import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { Hint } from './Hint.tsx';

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Disables the button and explains why in a tooltip. */
    disabledReason?: string | null | undefined;
  };

/** A button that says why it is disabled. It stays focusable so people can read the reason. */
export function ReasonButton({ disabledReason, onClick, ...props }: Props) {
  if (!disabledReason) return <Button type="button" {...props} onClick={onClick} />;
  return (
    <Hint label={disabledReason}>
      <Button {...props} type="button" aria-disabled data-disabled onClick={(event) => event.preventDefault()} />
    </Hint>
  );
}
