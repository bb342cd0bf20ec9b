import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';

/** The button of an action on the selection. */
export function ActionButton(props: {
  icon: Icon;
  isRunning?: boolean;
  disabledReason?: string | null;
  onClick: () => void;
  children: ReactNode;
}) {
  const { icon: ActionIcon } = props;
  return (
    <ReasonButton
      variant="subtle"
      size="compact-sm"
      leftSection={<ActionIcon size={16} aria-hidden="true" />}
      loading={props.isRunning ?? false}
      disabledReason={props.disabledReason}
      onClick={props.onClick}
    >
      {props.children}
    </ReasonButton>
  );
}
