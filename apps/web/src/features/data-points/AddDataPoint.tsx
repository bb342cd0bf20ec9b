import { Modal } from '@mantine/core';
import type { DataBlockTemplate } from '@quarry/contracts';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { type MarketDataBlocks, useMarketDataBlocks } from '../data-blocks/queries.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { useComputeNow } from './ComputeNow.tsx';
import type { LeaveGuard } from './ConfigureStep.tsx';
import { NameStep } from './NameStep.tsx';
import { availableName } from './name-problem.ts';
import { refreshText } from './refresh-text.ts';
import { useAddDataPoint } from './use-add-data-point.ts';
import { WizardProgress } from './WizardProgress.tsx';
import classes from './wizard.module.css';
import { chooseField, initialState, stepAfter, stepBefore } from './wizard-steps.ts';

const loadConfigureStep = () => import('./ConfigureStep.tsx');
const ConfigureStep = lazy(loadConfigureStep);
const loadPreviewStep = () => import('./PreviewStep.tsx');
const PreviewStep = lazy(loadPreviewStep);

const TITLE = 'Add New Data Point';
/** The toast offers to compute the data point for this long. */
const OFFER_MS = 10_000;

/** A preselected data point, as `block/field`, and its configuration or the template of a new one. */
export interface WizardStart {
  readonly field: string;
  readonly configId: string | null;
  readonly template?: DataBlockTemplate;
}

/** The 'Add New Data Point' wizard: choose, configure, preview and name a data point. */
export default function AddDataPoint({ start, onClose }: { start?: WizardStart | undefined; onClose: () => void }) {
  useReturnFocus();
  const dataBlocks = useMarketDataBlocks();
  if (!dataBlocks.isLoading && !dataBlocks.error) {
    return <Wizard dataBlocks={dataBlocks} start={start} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title={TITLE} size={1080} centered returnFocus={false}>
      {dataBlocks.error ? (
        <ErrorState title="Data points could not be loaded" error={dataBlocks.error} onRetry={dataBlocks.refetch} />
      ) : (
        <LoadingState label="Loading data points" height={400} />
      )}
    </Modal>
  );
}

function Wizard(props: { dataBlocks: MarketDataBlocks; start: WizardStart | undefined; onClose: () => void }) {
  const { dataBlocks, start, onClose } = props;
  const client = useClient();
  const isConfigurable = (field: string) => dataBlocks.find(field)?.block.isParameterisedWithDynamicConfig === true;
  const [state, setState] = useState(() => initialState(start, isConfigurable(start?.field ?? '')));
  const [template, setTemplate] = useState(start?.template ?? null);
  /** Null while the suggested name is used. */
  const [typedName, setTypedName] = useState<string | null>(null);
  const [isDiscardOpen, setDiscardOpen] = useState(false);
  const adding = useAddDataPoint();
  const { mutate: compute } = useComputeNow();
  const stepGuard = useRef<LeaveGuard | null>(null);
  const setStepGuard = useCallback((guard: LeaveGuard | null) => {
    stepGuard.current = guard;
  }, []);
  const content = useRef<HTMLDivElement>(null);

  const point = dataBlocks.find(state.field);
  const config = state.configId === null ? null : (dataBlocks.findConfig(state.configId) ?? null);
  const isDynamic = isConfigurable(state.field);
  const suggested = dataBlocks.findField(state.field, state.configId ?? undefined)?.displayName ?? '';
  const name = typedName ?? availableName(suggested, client);
  const isTaken = hasCode(adding.error, 'NAME_TAKEN');

  useEffect(() => {
    // Preload the next step's code during this one.
    if (isDynamic && state.step === 1) void loadConfigureStep();
    if (state.step === 2) void loadPreviewStep();
  }, [isDynamic, state.step]);

  const go = (step: typeof state.step) => setState((old) => ({ ...old, step }));
  const next = () => go(stepAfter(state.step, isDynamic));
  const back = () => go(stepBefore(state.step, isDynamic));
  function close() {
    if (adding.isPending) return;
    const leave = () => (typedName === null ? onClose() : setDiscardOpen(true));
    if (stepGuard.current) stepGuard.current(leave);
    else leave();
  }
  useEscape(content, isDiscardOpen ? null : close);

  async function save() {
    const toast = notifyLoading('Saving data point…');
    try {
      await adding.mutateAsync({
        internalName: state.field,
        configId: isDynamic ? state.configId : null,
        displayName: name.trim(),
      });
      notifySuccess(`Data point saved. It becomes a column ${refreshText(client.nextBuildDueAt)}.`, {
        id: toast,
        ...(client.datasetVersion === null
          ? {}
          : { action: { label: 'Compute now', onClick: () => compute() }, autoCloseMs: OFFER_MS }),
      });
      onClose();
    } catch (error) {
      notifyError(messageOf(error), { id: toast, title: 'Data point could not be saved' });
    }
  }

  return (
    <>
      <Modal
        opened
        onClose={close}
        title={TITLE}
        size={1080}
        centered
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <div ref={content} className={classes.body}>
          <WizardProgress step={state.step} hasPreview={isDynamic || point === undefined} />
          <Suspense
            fallback={
              <div className={classes.step}>
                <LoadingState label="Loading the next step" height={400} />
              </div>
            }
          >
            {(state.step === 1 || point === undefined) && (
              <ChooseStep
                dataBlocks={dataBlocks}
                chosen={state.field}
                onChoose={(field) => {
                  setTemplate(null);
                  setState((old) => chooseField(old, field));
                }}
                onTemplate={(field, picked) => {
                  setTemplate(picked);
                  setState({ step: 2, field, configId: null });
                }}
                onClose={close}
                onNext={next}
              />
            )}
            {point && (state.step === 2 || (state.step === 3 && config === null)) && (
              <ConfigureStep
                point={point}
                configId={state.configId}
                template={template}
                onGuard={setStepGuard}
                onBack={back}
                onNext={(configId) => {
                  setTemplate(null);
                  setState((old) => ({ ...old, configId, step: 3 }));
                }}
              />
            )}
            {point && state.step === 3 && config && (
              <PreviewStep point={point} config={config} onBack={back} onNext={next} />
            )}
            {point && state.step === 4 && (
              <NameStep
                point={point}
                config={config}
                name={name}
                isTaken={isTaken}
                isSaving={adding.isPending}
                onName={(typed) => {
                  adding.reset();
                  setTypedName(typed);
                }}
                onBack={back}
                onSave={() => void save()}
              />
            )}
          </Suspense>
        </div>
      </Modal>
      <ConfirmDialog
        opened={isDiscardOpen}
        title="Discard this data point?"
        confirmLabel="Discard data point"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={onClose}
        onClose={() => setDiscardOpen(false)}
      >
        The data point is not saved.
      </ConfirmDialog>
    </>
  );
}
