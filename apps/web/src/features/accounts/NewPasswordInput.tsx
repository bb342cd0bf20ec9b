import { PasswordInput } from '@mantine/core';
import { brokenPasswordRules, PASSWORD_RULES } from '@quarry/contracts';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import classes from './NewPasswordInput.module.css';

const LISTED_RULES = PASSWORD_RULES.slice(1);

function ruleName(message: string): string {
  const name = message.replace('Password must have ', '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A new-password field with its rules, ticked off while typing. */
export function NewPasswordInput(props: {
  value: string;
  onChange: (value: string) => void;
  /** Shown below the field: a broken rule, or why the server finds the password weak. */
  error: string | null;
  label?: string;
}) {
  const broken = new Set(brokenPasswordRules(props.value));
  const isMet = (message: string) => props.value !== '' && !broken.has(message);
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
        {LISTED_RULES.map(({ message }) => (
          <li key={message} className={isMet(message) ? classes.met : undefined}>
            {isMet(message) ? <IconCheck size={14} aria-label="Met:" /> : <IconPoint size={14} aria-hidden />}
            {ruleName(message)}
          </li>
        ))}
      </ul>
    </div>
  );
}
