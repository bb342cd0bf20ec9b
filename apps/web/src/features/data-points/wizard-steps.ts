/** The steps of the wizard: choose, configure, preview, name. */
export type WizardStep = 1 | 2 | 3 | 4;

export interface WizardState {
  readonly step: WizardStep;
  /** `block/field`; empty for none. */
  readonly field: string;
  readonly configId: string | null;
}

/** The next step; data points without a configuration skip configuring and previewing. */
export function stepAfter(step: WizardStep, isConfigurable: boolean): WizardStep {
  if (step === 1) return isConfigurable ? 2 : 4;
  return step === 2 ? 3 : 4;
}

/** The previous step; the first step stays. */
export function stepBefore(step: WizardStep, isConfigurable: boolean): WizardStep {
  if (step === 4) return isConfigurable ? 3 : 1;
  return step === 3 ? 2 : 1;
}

/** Starts at the first open question: at the preview if all is chosen, or at the name if there is no preview. */
export function initialState(
  start: { readonly field: string; readonly configId: string | null } | undefined,
  isConfigurable: boolean,
): WizardState {
  if (start === undefined) return { step: 1, field: '', configId: null };
  if (!isConfigurable) return { step: 4, field: start.field, configId: null };
  return { step: start.configId === null ? 2 : 3, ...start };
}

/** Changes the data point; keeps the configuration within the same block. */
export function chooseField(state: WizardState, field: string): WizardState {
  const isSameBlock = blockOf(field) === blockOf(state.field);
  return { ...state, field, configId: isSameBlock ? state.configId : null };
}

function blockOf(field: string): string {
  return field.slice(0, field.indexOf('/'));
}
