import { AppError, brokenPasswordRules } from '@quarry/contracts';
import { estimateStrength } from './strength-estimate.ts';

/** 3 of 4 is safe from online guessing. */
const MIN_SCORE = 3;
/** A password of this length that meets the rules counts as strong if nobody can estimate it in time. */
const LONG = 20;

/** The reasons why a password is easy to guess, most important first; empty if it is strong. */
async function passwordWeaknesses(password: string, email: string): Promise<string[]> {
  const ownWords = ['quarry', email, ...email.split('@'), ...email.split(/[^a-z0-9]+/i)].filter(
    (word) => word.length >= 3,
  );
  const estimate = await estimateStrength({ password, ownWords });
  if (estimate === null) {
    if (Array.from(password).length >= LONG) return [];
    throw new AppError('TOO_MANY_REQUESTS', 'The password could not be checked in time. Please try again.', {
      retryAfterSeconds: 2,
    });
  }
  if (estimate.score >= MIN_SCORE) return [];
  return estimate.reasons.length > 0 ? estimate.reasons : ['This password is easy to guess'];
}

/**
 * Throws WEAK_PASSWORD if the password breaks a rule or is easy to guess; `details` lists every reason. The caller has
 * proved who they are: an estimate is too much work to do for strangers.
 */
export async function assertNewPassword(password: string, email: string): Promise<void> {
  const broken = brokenPasswordRules(password);
  const details = broken.length > 0 ? broken : await passwordWeaknesses(password, email);
  const [first] = details;
  if (first !== undefined) throw new AppError('WEAK_PASSWORD', first, { details });
}
