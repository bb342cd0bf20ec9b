import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';
import { PASSWORD_FEEDBACK } from './password-feedback.ts';
import type { StrengthEstimate, StrengthQuestion } from './strength-estimate.ts';

/** The time of an estimate grows with the square of the length. A strong beginning makes the whole strong. */
const MAX_LENGTH = 64;

const estimator = new ZxcvbnFactory({
  translations: PASSWORD_FEEDBACK,
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  maxLength: MAX_LENGTH,
});

// The thread of `estimateStrength`: announces that it is ready, then answers one question at a time.
parentPort?.on('message', ({ password, ownWords }: StrengthQuestion) => {
  const { score, feedback } = estimator.check(password, [...ownWords]);
  const reasons = [feedback.warning ?? '', ...feedback.suggestions].filter((reason) => reason !== '');
  parentPort?.postMessage({ score, reasons } satisfies StrengthEstimate);
});
parentPort?.postMessage('ready');
