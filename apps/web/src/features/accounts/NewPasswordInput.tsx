import { PasswordInput } from '@mantine/core';
import { brokenPasswordRules, PASSWORD_RULES } from '@quarry/contracts';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import classes from './NewPasswordInput.module.css';

const SHOWN_RULES = PASSWORD_RULES.slice(1);

function ruleName(message: string): string {
  const name = message.replace('Password must have ', '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A field for a new password with the rules beside it, ticked off as one types. */
export function NewPasswordInput(props: {
  value: string;
  onChange: (value: string) => void;
  /** Shown below the field: a broken rule after sending, or what the server found weak. */
  error: string | null;
  label?: string;
}) {
  const broken = new Set(brokenPasswordRules(props.value));
  const isKept = (message: string) => props.value !== '' && !broken.has(message);
  return (
    <div>
      <PasswordInput
        label={props.label ?? 'New password'}
        name="new-password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={props.value}
        error={props.error}
        aria-describedby="password-rules"
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <ul className={classes.rules} id="password-rules" aria-label="Password rules">
        {SHOWN_RULES.map(({ message }) => (
          <li key={message} className={isKept(message) ? classes.kept : undefined}>
            {isKept(message) ? <IconCheck size={14} aria-label="Kept:" /> : <IconPoint size={14} aria-hidden />}
            {ruleName(message)}
          </li>
        ))}
      </ul>
    </div>
  );
}
