/** Look-alikes of letters give the estimator a great many words to try at each position. */
export const CRAFTED_PASSWORD = `Aa1!${'4@8({[<369&!1|0$5+7%2'.repeat(7)}`.slice(0, 130);
