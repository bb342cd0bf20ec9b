/** The steps of the wizard: choose, configure, preview, name. */
export type WizardStep = 1 | 2 | 3 | 4;

/** Where somebody is in the wizard, and what they have chosen on the way. */
export interface WizardState {
  readonly step: WizardStep;
  /** `block/field`; empty while nothing is chosen. */
  readonly field: string;
  readonly configId: string | null;
}

/** The step that follows. Data points without a configuration have nothing to set up or to preview. */
export function stepAfter(step: WizardStep, isConfigurable: boolean): WizardStep {
  if (step === 1) return isConfigurable ? 2 : 4;
  return step === 2 ? 3 : 4;
}

/** The step before; the first one has none before it and stays. */
export function stepBefore(step: WizardStep, isConfigurable: boolean): WizardStep {
  if (step === 4) return isConfigurable ? 3 : 1;
  return step === 3 ? 2 : 1;
}

/** Where the wizard begins: with everything chosen already at the preview, or at the name where there is none. */
export function firstState(
  start: { readonly field: string; readonly configId: string | null } | undefined,
  isConfigurable: boolean,
): WizardState {
  if (start === undefined) return { step: 1, field: '', configId: null };
  if (!isConfigurable) return { step: 4, field: start.field, configId: null };
  return { step: start.configId === null ? 2 : 3, ...start };
}

/** Takes another data point; the configuration stays while the block is the same. */
export function chooseField(state: WizardState, field: string): WizardState {
  const isSameBlock = blockOf(field) === blockOf(state.field);
  return { ...state, field, configId: isSameBlock ? state.configId : null };
}

function blockOf(field: string): string {
  return field.slice(0, field.indexOf('/'));
}
