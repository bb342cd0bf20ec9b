import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** The error of a form, announced at once by screen readers. */
export function FormError(props: { message: string | null; detail?: string | null }) {
  if (props.message === null) return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={props.detail ? props.message : null}
    >
      {props.detail ?? props.message}
    </Alert>
  );
}
