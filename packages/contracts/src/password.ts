import { z } from 'zod';

/** The password rules, in the order of their messages. */
export const PASSWORD_RULES: readonly { readonly test: (password: string) => boolean; readonly message: string }[] = [
  { test: (password) => password.length > 0, message: 'Password is required' },
  { test: (password) => Array.from(password).length >= 8, message: 'Password must have at least 8 characters' },
  { test: (password) => /\p{Nd}/u.test(password), message: 'Password must have at least one numeric character' },
  {
    test: (password) => /[^\p{L}\p{N}\s]/u.test(password),
    message: 'Password must have at least one special character',
  },
  { test: (password) => /\p{Lu}/u.test(password), message: 'Password must have at least one uppercase letter' },
  { test: (password) => /\p{Ll}/u.test(password), message: 'Password must have at least one lowercase letter' },
];

/** The messages of all rules that the password breaks. */
export function brokenPasswordRules(password: string): string[] {
  if (password.length === 0) return ['Password is required'];
  return PASSWORD_RULES.filter((rule) => !rule.test(password)).map((rule) => rule.message);
}

/** A new password that meets every rule. The server also checks its strength. */
export const newPassword = z
  .string()
  .max(1024)
  .superRefine((value, context) => {
    for (const message of brokenPasswordRules(value)) context.addIssue({ code: 'custom', message });
  });
