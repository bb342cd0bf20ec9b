import { AppError, brokenPasswordRules } from '@quarry/contracts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';
import { PASSWORD_FEEDBACK } from './password-feedback.ts';

/** 3 of 4 is safe from online guessing. */
const MIN_SCORE = 3;

const estimator = new ZxcvbnFactory({
  translations: PASSWORD_FEEDBACK,
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  maxLength: 128,
});

/** The reasons why a password is easy to guess, most important first; empty if it is strong. */
export function passwordWeaknesses(password: string, email: string): string[] {
  const ownWords = ['quarry', email, ...email.split('@'), ...email.split(/[^a-z0-9]+/i)].filter(
    (word) => word.length >= 3,
  );
  const { score, feedback } = estimator.check(password, ownWords);
  if (score >= MIN_SCORE) return [];
  const details = [feedback.warning ?? '', ...feedback.suggestions].filter((detail) => detail !== '');
  return details.length > 0 ? details : ['This password is easy to guess'];
}

/** Throws WEAK_PASSWORD if the password breaks a rule or is easy to guess; `details` lists every reason. */
export function assertNewPassword(password: string, email: string): void {
  const broken = brokenPasswordRules(password);
  const details = broken.length > 0 ? broken : passwordWeaknesses(password, email);
  const [first] = details;
  if (first !== undefined) throw new AppError('WEAK_PASSWORD', first, { details });
}
